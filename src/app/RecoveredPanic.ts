import { ChainError } from '../errors/ChainError.ts'
import { sdkErrors } from '../errors/sdkErrors.ts'

/** A panic that checks of transactions have caught themselves: its text stays as it is, `TEXT: panic`. */
export class RecoveredPanic extends ChainError {
	constructor(text: string, cause: unknown) {
		super(sdkErrors.panic.codespace, sdkErrors.panic.code, `${text}: panic`, { cause })
	}
}
