import { inspect } from 'node:util'
import { isDenom } from '../codec/coins/coins.ts'
import { parseDecCoins } from '../codec/coins/decCoins.ts'
import { isMnemonic } from '../crypto/hdKey.ts'
import { UserError } from '../errors/UserError.ts'
import { isObject } from '../util/jsonParts.ts'
import { shownInput } from '../util/shownInput.ts'
import type { ChainOptions, ChainPorts } from './Chain.ts'

/** Says what a value must be, or undefined where it is that. */
type Check = (value: unknown) => string | undefined

const mostAccounts = 1_000
/** The framework's limit of a balance. */
const mostBalance = 2n ** 255n
const mostChainIdCharacters = 50

/** What each option may be; the compiler requires every one. */
const checks: { readonly [Name in keyof Required<ChainOptions>]: Check } = {
	accounts: wholeNumber(0, mostAccounts),
	mnemonic: (value) =>
		typeof value === 'string' && isMnemonic(value)
			? undefined
			: 'Give 12 to 24 words of BIP-39 as one text; the last one holds a checksum.',
	balance: (value) =>
		typeof value === 'bigint' && value >= 0n && value < mostBalance
			? undefined
			: 'Give a bigint of the smallest unit, such as 5_000_000n.',
	blockMode: oneOf('instant', 'interval', 'manual'),
	blockIntervalMs: wholeNumber(1, 86_400_000),
	chainId: (value) =>
		typeof value === 'string' && value.trim() !== '' && value.length <= mostChainIdCharacters
			? undefined
			: `Give a text of up to ${mostChainIdCharacters} characters, such as chain-localnet.`,
	evmChainId: wholeNumber(1, Number.MAX_SAFE_INTEGER),
	prefix: (value) =>
		typeof value === 'string' && /^[a-z][a-z0-9]{0,49}$/.test(value)
			? undefined
			: 'Give lower-case letters and digits, such as chain.',
	denom: (value) =>
		typeof value === 'string' && isDenom(value) ? undefined : 'Give 3 to 128 letters and digits, such as uchain.',
	coinType: wholeNumber(0, 2 ** 31 - 1),
	aminoBrand: oneOf('chain', 'cosmos'),
	minimumGasPrices: (value) =>
		typeof value === 'string' && arePrices(value) ? undefined : 'Give prices such as 0.01uchain, or an empty text.',
	pruning: oneOf('default', 'nothing', 'everything'),
	genesis: (value) =>
		(typeof value === 'string' && isJson(value)) || (typeof value === 'object' && value !== null)
			? undefined
			: 'Give the JSON text of a genesis document, or the document as an object.',
	state: (value) =>
		typeof value === 'string' && value !== ''
			? undefined
			: 'Give the path or the text of what anvil_dumpState or anvil --dump-state wrote.',
	throwOnTransactionFailures: trueOrFalse,
	ports: checkPorts,
	legacy8: trueOrFalse,
	endpoints: trueOrFalse,
	onLog: (value) => (typeof value === 'function' ? undefined : 'Give a function that takes a line.'),
}

const portNames: readonly (keyof ChainPorts)[] = ['rpc', 'rest', 'grpc', 'eth', 'legacy8', 'endpoints']

/**
 * Refuses options that cannot be used; `undefined` counts as left out.
 *
 * @throws {UserError} that names the option and says what it may be.
 */
export function checkOptions(options: unknown): void {
	if (!isObject(options)) {
		throw new UserError('startChain takes an object of options.', { next: 'Write startChain({ accounts: 2 }).' })
	}
	for (const [name, value] of Object.entries(options)) {
		if (!Object.hasOwn(checks, name)) {
			const names = Object.keys(checks)
			const meant = names.find((known) => known.toLowerCase() === name.toLowerCase())
			throw new UserError(`startChain has no option "${shownInput(name)}".`, {
				next: meant === undefined ? `Its options are: ${names.join(', ')}.` : `Write ${meant}.`,
			})
		}
		if (value === undefined) continue
		const next = checks[name as keyof ChainOptions](value)
		if (next !== undefined) {
			throw new UserError(`The option ${name} of startChain cannot be ${shownValue(name, value)}.`, { next })
		}
	}
}

function wholeNumber(least: number, most: number): Check {
	return (value) =>
		Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
			? undefined
			: `Give a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`
}

function oneOf(...values: readonly string[]): Check {
	return (value) => (values.includes(value as string) ? undefined : `Give one of: ${values.join(', ')}.`)
}

function trueOrFalse(value: unknown): string | undefined {
	return typeof value === 'boolean' ? undefined : 'Give true or false.'
}

function checkPorts(value: unknown): string | undefined {
	const next = `Give an object such as { rpc: 26657 }, of the names ${portNames.join(', ')} and ports from 0 (any) to 65,535.`
	if (typeof value !== 'object' || value === null) return next
	const fits = ([name, port]: readonly [string, unknown]) =>
		portNames.includes(name as keyof ChainPorts) && (port === undefined || wholeNumber(0, 65_535)(port) === undefined)
	return Object.entries(value).every(fits) ? undefined : next
}

function arePrices(text: string): boolean {
	try {
		parseDecCoins(text)
		return true
	} catch {
		return false
	}
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text)
		return true
	} catch {
		return false
	}
}

/** A value in an error: short, and never words that may be a secret. */
function shownValue(name: string, value: unknown): string {
	if (name === 'mnemonic' || name === 'genesis' || name === 'state') return `what was given (${typeof value})`
	if (typeof value === 'string') return `"${shownInput(value.slice(0, 60))}"`
	return shownInput(inspect(value, { breakLength: Number.POSITIVE_INFINITY }).slice(0, 60))
}
