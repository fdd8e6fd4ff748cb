/**
 * An error with an ABCI code, as transaction and query replies carry it. `log` is the text of the reply:
 * `<description>: <class>`, as `sdkerrors.Wrap` of the framework builds it. Codespace and code identify the class. Two
 * errors with the same pair are of one class, whatever their text.
 */
export class ChainError extends Error {
	override readonly name = 'ChainError'
	readonly codespace: string
	readonly code: number

	constructor(codespace: string, code: number, log: string, options?: ErrorOptions) {
		super(log, options)
		this.codespace = codespace
		this.code = code
	}

	/** Text of the reply. */
	get log(): string {
		return this.message
	}

	/** The same class with a description in front: `<description>: <text>` (framework types/errors Wrap). */
	wrap(description: string): ChainError {
		return new ChainError(this.codespace, this.code, `${description}: ${this.message}`, { cause: this })
	}

	/** Tells whether an unknown value is an error of this class. */
	is(other: unknown): boolean {
		return other instanceof ChainError && other.codespace === this.codespace && other.code === this.code
	}
}

/** What work gives. A ChainError of it is thrown in other words; other errors pass. */
export function inOtherWords<Value>(work: () => Value, words: (error: ChainError) => Error): Value {
	try {
		return work()
	} catch (error) {
		throw error instanceof ChainError ? words(error) : error
	}
}

/**
 * An error without an ABCI code (`errors.New`, `fmt.Errorf` of the framework). CheckTx and DeliverTx reply with
 * codespace `undefined`, code 1 and the log `internal` (framework: types/errors/abci.go). Its own text shows in query
 * replies and where another error wraps it.
 */
export function plainError(text: string): ChainError {
	return new ChainError('undefined', 1, text)
}

/**
 * The framework's root error table (codespace `sdk`).
 *
 * Source: cosmos-sdk v0.44.5 types/errors/errors.go. Use `sdkErrors.unauthorized.wrap('text')` to get
 * `text: unauthorized` with code 4.
 *
 * @example
 * import { sdkErrors } from 'chain-tui'
 * const [alice, bob] = chain.accounts
 * const client = await chain.stargate(alice)
 * const fee = { gas: '200000', amount: [{ denom: chain.denom, amount: '2000' }] }
 * const much = [{ denom: chain.denom, amount: '9'.repeat(30) }]
 * const { code } = await client.sendTokens(alice.address, bob.address, much, fee)
 * if (code !== sdkErrors.insufficientFunds.code) throw new Error(`code ${code}`)
 */
export const sdkErrors = {
	txDecode: new ChainError('sdk', 2, 'tx parse error'),
	invalidSequence: new ChainError('sdk', 3, 'invalid sequence'),
	unauthorized: new ChainError('sdk', 4, 'unauthorized'),
	insufficientFunds: new ChainError('sdk', 5, 'insufficient funds'),
	unknownRequest: new ChainError('sdk', 6, 'unknown request'),
	invalidAddress: new ChainError('sdk', 7, 'invalid address'),
	invalidPubKey: new ChainError('sdk', 8, 'invalid pubkey'),
	unknownAddress: new ChainError('sdk', 9, 'unknown address'),
	invalidCoins: new ChainError('sdk', 10, 'invalid coins'),
	outOfGas: new ChainError('sdk', 11, 'out of gas'),
	memoTooLarge: new ChainError('sdk', 12, 'memo too large'),
	insufficientFee: new ChainError('sdk', 13, 'insufficient fee'),
	tooManySignatures: new ChainError('sdk', 14, 'maximum number of signatures exceeded'),
	noSignatures: new ChainError('sdk', 15, 'no signatures supplied'),
	jsonMarshal: new ChainError('sdk', 16, 'failed to marshal JSON bytes'),
	jsonUnmarshal: new ChainError('sdk', 17, 'failed to unmarshal JSON bytes'),
	invalidRequest: new ChainError('sdk', 18, 'invalid request'),
	txInMempoolCache: new ChainError('sdk', 19, 'tx already in mempool'),
	mempoolIsFull: new ChainError('sdk', 20, 'mempool is full'),
	txTooLarge: new ChainError('sdk', 21, 'tx too large'),
	keyNotFound: new ChainError('sdk', 22, 'key not found'),
	wrongPassword: new ChainError('sdk', 23, 'invalid account password'),
	invalidSigner: new ChainError('sdk', 24, 'tx intended signer does not match the given signer'),
	invalidGasAdjustment: new ChainError('sdk', 25, 'invalid gas adjustment'),
	invalidHeight: new ChainError('sdk', 26, 'invalid height'),
	invalidVersion: new ChainError('sdk', 27, 'invalid version'),
	invalidChainId: new ChainError('sdk', 28, 'invalid chain-id'),
	invalidType: new ChainError('sdk', 29, 'invalid type'),
	txTimeoutHeight: new ChainError('sdk', 30, 'tx timeout height'),
	unknownExtensionOptions: new ChainError('sdk', 31, 'unknown extension options'),
	wrongSequence: new ChainError('sdk', 32, 'incorrect account sequence'),
	packAny: new ChainError('sdk', 33, 'failed packing protobuf message to Any'),
	unpackAny: new ChainError('sdk', 34, 'failed unpacking protobuf message from Any'),
	logic: new ChainError('sdk', 35, 'internal logic error'),
	conflict: new ChainError('sdk', 36, 'conflict'),
	notSupported: new ChainError('sdk', 37, 'feature not supported'),
	notFound: new ChainError('sdk', 38, 'not found'),
	io: new ChainError('sdk', 39, 'Internal IO error'),
	appConfig: new ChainError('sdk', 40, 'error in app.toml'),
	panic: new ChainError('undefined', 111222, 'panic'),
} as const

/**
 * An input on which the framework panics. No other error handling intercepts it. The reply to the transaction or query
 * has codespace `undefined` and code 111222 (framework: types/errors ErrPanic, baseapp recovery middleware). It is
 * neither a ChainError, which callers wrap and compare, nor a BugError, which is a fault of this program.
 */
export class PanicError extends Error {
	override readonly name = 'PanicError'
}

/** An item of a list. @throws {PanicError} with Go's words past its end. */
export function itemOf<T>(list: { readonly [index: number]: T; readonly length: number }, index: number): T {
	const item = list[index]
	if (item !== undefined) return item
	throw new PanicError(`runtime error: index out of range [${index}] with length ${list.length}`)
}

/** Tells whether the input is at fault: the framework refuses it or panics on it. The error's message says why. */
export function isChainFault(error: unknown): error is ChainError | PanicError {
	return error instanceof ChainError || error instanceof PanicError
}
