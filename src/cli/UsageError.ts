import { UserError } from '../errors/UserError.ts'

/** A command called in a way it does not understand: the message names its help page. */
export class UsageError extends UserError {}
