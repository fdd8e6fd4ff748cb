import { UserError } from '../errors/UserError.ts'

/** A command called in a way it does not understand: its usage is printed under the message. */
export class UsageError extends UserError {}
