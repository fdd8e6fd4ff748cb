import type { Context } from '../../app/Context.ts'
import type { Subspace } from '../../app/expectedKeepers.ts'
import { isDenom } from '../../codec/coins/coins.ts'
import { PanicError, plainError } from '../../errors/ChainError.ts'

/** Whether one denomination may be sent. */
interface SendEnabled {
	readonly denom: string
	readonly enabled: boolean
}

/** The module's parameters (framework: x/bank Params). */
export interface BankParams {
	/** Exceptions by denomination. Undefined where a genesis named no list: that is stored as `null`, not as `[]`. */
	readonly sendEnabled: readonly SendEnabled[] | undefined
	/** Value for every other denomination. */
	readonly defaultSendEnabled: boolean
}

const sendEnabledKey = 'SendEnabled'
const defaultKey = 'DefaultSendEnabled'

/** Whether a denomination may be sent. */
export function isSendEnabled(params: BankParams, denom: string): boolean {
	return params.sendEnabled?.find((exception) => exception.denom === denom)?.enabled ?? params.defaultSendEnabled
}

/** Reads the parameters: two store reads, the exceptions first. Panics when they were never set. */
export function readBankParams(ctx: Context, subspace: Subspace): BankParams {
	const exceptions = subspace.get(ctx, sendEnabledKey)
	const byDefault = subspace.get(ctx, defaultKey)
	return { sendEnabled: parseExceptions(exceptions), defaultSendEnabled: byDefault === 'true' }
}

/** Checks and writes the parameters, the exceptions first. Panics with the framework's text when they are invalid. */
export function writeBankParams(ctx: Context, subspace: Subspace, params: BankParams): void {
	const fault = faultOfExceptions(params)
	if (fault !== undefined) throw new PanicError(`value from ParamSetPair is invalid: ${fault}`)
	subspace.set(ctx, sendEnabledKey, exceptionsToJson(params.sendEnabled))
	subspace.set(ctx, defaultKey, String(params.defaultSendEnabled))
}

/** Throws a plain error naming a doubled or malformed denomination (framework: Params.Validate). */
export function validateBankParams(params: BankParams): void {
	const fault = faultOfExceptions(params)
	if (fault !== undefined) throw plainError(fault)
}

function faultOfExceptions({ sendEnabled }: BankParams): string | undefined {
	const seen = new Set<string>()
	for (const { denom } of sendEnabled ?? []) {
		if (seen.has(denom)) return `duplicate send enabled parameter found: '${denom}'`
		if (!isDenom(denom)) return `invalid denom: ${denom}`
		seen.add(denom)
	}
	return undefined
}

/** Amino JSON of the list: false is left out of an element, an absent list is `null`. */
function exceptionsToJson(exceptions: readonly SendEnabled[] | undefined): string {
	if (exceptions === undefined) return 'null'
	return JSON.stringify(exceptions.map(({ denom, enabled }) => (enabled ? { denom, enabled } : { denom })))
}

function parseExceptions(json: string): readonly SendEnabled[] | undefined {
	if (json === '[]') return []
	const list = JSON.parse(json) as readonly { readonly denom: string; readonly enabled?: boolean }[] | null
	return list?.map(({ denom, enabled }) => ({ denom, enabled: enabled ?? false }))
}
