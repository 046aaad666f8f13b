/** All commands by id. A test compares them with the manifest. */
import { analyzeLog, removeLog, showResults } from './analyzeLog';
import { checkSetup } from './checkSetup';
import { copyMarkdown } from './copyMarkdown';
import { copyMessage } from './copyMessage';
import { decodePayload } from './decodePayload';
import { copyError, explainError, fixError, openError } from './errorRow';
import { explainCell } from './explainCell';
import { explainLastCommand } from './explainLastCommand';
import { explainLine } from './explainLine';
import { explainSelection } from './explainSelection';
import { explainTerminalSelection } from './explainTerminalSelection';
import { exportFeedback } from './exportFeedback';
import { indexPackages } from './indexPackages';
import { openPage } from './openPage';
import { openPlace } from './openPlace';
import { openSample } from './openSample';
import type { CommandHandler } from './run';
import { searchCatalog } from './searchCatalog';
import { showReason } from './showReason';

/** One row a command. */
export const commands: ReadonlyMap<string, CommandHandler> = new Map<string, CommandHandler>([
  ['errorLookup.explainLine', explainLine],
  ['errorLookup.explainSelection', explainSelection],
  ['errorLookup.explainTerminalSelection', explainTerminalSelection],
  ['errorLookup.explainLastCommand', explainLastCommand],
  ['errorLookup.explainCell', explainCell],
  ['errorLookup.decodePayload', decodePayload],
  ['errorLookup.searchCatalog', searchCatalog],
  ['errorLookup.openPage', openPage],
  ['errorLookup.copyMarkdown', copyMarkdown],
  ['errorLookup.checkSetup', checkSetup],
  ['errorLookup.openSample', openSample],
  ['errorLookup.exportFeedback', exportFeedback],
  ['errorLookup.copyMessage', copyMessage],
  ['errorLookup.showReason', showReason],
  ['errorLookup.openPlace', openPlace],
  ['errorLookup.indexPackages', indexPackages],
  ['errorLookup.analyzeLog', analyzeLog],
  ['errorLookup.showResults', showResults],
  ['errorLookup.removeLog', removeLog],
  ['errorLookup.openError', openError],
  ['errorLookup.explainError', explainError],
  ['errorLookup.copyError', copyError],
  ['errorLookup.fixError', fixError],
]);
