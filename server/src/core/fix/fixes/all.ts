/** The table of fixes. */
import type { Fix } from '../fix';
import { checkIdentityWidth } from './check-identity-width';
import { dropMalformedMessage } from './drop-malformed-message';

export const fixes: readonly Fix[] = [dropMalformedMessage, checkIdentityWidth];
