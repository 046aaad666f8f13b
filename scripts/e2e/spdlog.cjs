// Stands in for the native module @vscode/spdlog of code-server: the extension host writes output channels through it.
// The host imports it as an ES module, so each name is assigned on a line of its own.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = levels.indexOf('info');
    this.formatted = true;
  }

  write(level, text) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.appendFileSync(this.file, this.formatted ? `${time} [${levels[level]}] ${text}\n` : text);
  }

  trace(text) {
    this.write(0, text);
  }
  debug(text) {
    this.write(1, text);
  }
  info(text) {
    this.write(2, text);
  }
  warn(text) {
    this.write(3, text);
  }
  error(text) {
    this.write(4, text);
  }
  critical(text) {
    this.write(5, text);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {
    this.formatted = true;
  }
  clearFormatters() {
    this.formatted = false;
  }
  flush() {}
  drop() {}
}

const open = async (_name, file) => {
  await fs.promises.mkdir(path.dirname(file), { recursive: true });
  fs.appendFileSync(file, '');
  return new Logger(file);
};

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = open;
exports.createAsyncRotatingLogger = open;
