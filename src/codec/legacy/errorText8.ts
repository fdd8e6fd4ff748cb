import { sdkErrors } from '../../errors/ChainError.ts'

/** Context for translating an error's text. */
export interface ErrorContext {
	/** Addresses of those who must sign, as upper-case hex, in order. */
	readonly signersHex: readonly string[]
	/** Whether the first signature has no key: the payer of the fee is then what is missed first. */
	readonly isKeyless?: boolean
	/** All coins of an account that has too few, and all requested ones; without them the text has one denomination. */
	readonly funds?: MissingFunds | undefined
}

/** Coins as text, such as `5000000busd,12uchain`. */
export interface MissingFunds {
	readonly have: string
	readonly want: string
}

const classTexts: ReadonlyMap<number, string> = new Map(
	Object.values(sdkErrors)
		.filter(({ codespace }) => codespace === 'sdk')
		.map(({ code, log }) => [code, log]),
)

const inMessage = /^failed to execute message; message index: \d+: /

/**
 * The text of a refusal as generation 8 wrote it: the class first, then what happened, then where; and in the words of
 * cosmos-sdk v0.39.2 where they changed. Errors of other codespaces keep theirs.
 */
export function errorText8(codespace: string, code: number, log: string, context: ErrorContext): string {
	if (codespace === 'undefined') return code === sdkErrors.panic.code ? 'panic' : log
	// That generation redacted every error with code 1 (types/errors/abci.go, Redact).
	if (code === 1) return 'internal'
	const className = codespace === 'sdk' ? classTexts.get(code) : undefined
	if (className === undefined) return log
	if (!log.endsWith(`: ${className}`)) return log
	const described = log.slice(0, -className.length - 2)
	const where = inMessage.exec(described)?.[0] ?? ''
	const what = wording(code, described.slice(where.length), where !== '', context)
	return `${className}: ${what}${where === '' ? '' : `: ${where.slice(0, -2)}`}`
}

/** As `errorText8` where only the text is known: its class is the one it ends with. */
export function errorText8OfLog(log: string, context: ErrorContext): string {
	const found = [...classTexts].find(([, text]) => log.endsWith(`: ${text}`))
	return found === undefined ? log : errorText8('sdk', found[0], log, context)
}

function wording(
	code: number,
	text: string,
	isInMessage: boolean,
	{ signersHex, funds, isKeyless }: ErrorContext,
): string {
	switch (code) {
		case sdkErrors.insufficientFunds.code: {
			const match = /^(.*) is smaller than (.*?)(?:: insufficient funds)?$/.exec(text)
			if (match === null) return text
			const where = isInMessage ? 'insufficient account funds' : 'insufficient funds to pay for fees'
			return `${where}; ${funds?.have ?? match[1]} < ${funds?.want ?? match[2]}`
		}
		case sdkErrors.unauthorized.code:
			if (text.startsWith('signature verification failed;')) {
				return 'signature verification failed; verify correct account sequence and chain-id'
			}
			return text
				.replace(
					/^wrong number of signers; expected \d+, got /,
					`wrong number of signers; expected [${signersHex.join(' ')}], got `,
				)
				.replace(/ is not allowed to receive funds$/, ' is not allowed to receive transactions')
		case sdkErrors.unknownAddress.code:
			if (isKeyless) return text
			return text.replace(/^fee payer address: (\S+) does not exist$/, 'account $1 does not exist')
		case sdkErrors.invalidAddress.code:
			return text
				.replace(/^Invalid recipient address \(empty address string is not allowed\)$/, 'missing recipient address')
				.replace(/^Invalid sender address \(empty address string is not allowed\)$/, 'missing sender address')
		default:
			return text
	}
}
