"""L17: notifications that do not come from a ZMQ socket."""


class PullWorker:
    def take_notifications(self):
        done = set()
        for notes in self.agent.get_new_notifications().values():
            for note in notes:
                text = note.decode("utf-8")
                request, size = text.rsplit(":", 1)
                if request not in self.sent:
                    logger.error("Unknown request %s", request)
                    continue
                if int(size) == 1:
                    done.add(request)
        return done
