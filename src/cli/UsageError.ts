import { UserError } from '../errors/UserError.ts'

/** A wrong call of a command. The message names its help page. */
export class UsageError extends UserError {}
