import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { AnySchema } from '@bufbuild/protobuf/wkt'
import type { TransactionSerializable } from 'viem'
import { describe, expect, test } from 'vitest'
import { frameworkTx } from '../../../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import { addressToText } from '../../../../../src/codec/address/address.ts'
import { MsgSendSchema } from '../../../../../src/gen/cosmos/bank/v1beta1/tx_pb.js'
import { CoinSchema } from '../../../../../src/gen/cosmos/base/v1beta1/coin_pb.js'
import { AuthInfoSchema, TxBodySchema, TxRawSchema } from '../../../../../src/gen/cosmos/tx/v1beta1/tx_pb.js'
import { DynamicFeeTxSchema, MsgEthereumTxSchema } from '../../../../../src/gen/ethermint/evm/v1/tx_pb.js'
import { pragueChainConfig } from '../../../../../src/modules/evm/chainConfig.ts'
import { type EthTx, ethTxHash, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'
import { addressOf, createEvmBench } from '../evmBench.ts'
import { key } from '../tx/signedTxs.ts'

const sender = fromHex(key.address.slice(2))!
const gwei = 1_000_000_000n
/** One micro-coin. */
const unit = 10n ** 12n
const to = `0x${'aa'.repeat(20)}` as const
const forks = pragueChainConfig.blocks
const beforeLondon = {
	...pragueChainConfig,
	blocks: {
		...forks,
		london: undefined,
		arrowGlacier: undefined,
		mergeFork: undefined,
		shanghai: undefined,
		cancun: undefined,
		prague: undefined,
	} as never,
}
const plain = { type: 'eip1559', chainId: 2222, nonce: 0, gas: 21_000n, to, maxFeePerGas: gwei } as const

type Options = NonNullable<Parameters<typeof createEvmBench>[0]> & {
	/** Micro-coins of the sender. */
	readonly coins?: bigint
	/** Code at the sender's address. */
	readonly code?: Uint8Array
	readonly mode?: 'check' | 'recheck' | 'deliver'
	readonly envelope?: (parts: Envelope) => unknown
	readonly impersonate?: boolean
}
interface Envelope {
	readonly body: ReturnType<typeof bodyOf>
	readonly authInfo: ReturnType<typeof authInfoOf>
	readonly signatures: Uint8Array[]
}
const bodyOf = (bytes: Uint8Array) => fromBinary(TxBodySchema, bytes)
const authInfoOf = (bytes: Uint8Array) => fromBinary(AuthInfoSchema, bytes)

const wholeOf = ({ type = 'eip1559', ...tx }: Partial<TransactionSerializable>): TransactionSerializable => {
	const { maxFeePerGas, ...others } = plain
	return { ...others, ...(type === 'legacy' ? {} : { maxFeePerGas }), ...tx, type } as TransactionSerializable
}

/** What the chain says to a transaction of an account that has a coin more than most of them cost. */
async function said(tx: Partial<TransactionSerializable>, options: Options = {}) {
	const { coins = 1_000n, code, mode = 'check', envelope, impersonate } = options
	const bench = createEvmBench({ funded: [[sender, coins]], ...options })
	if (code !== undefined) {
		bench.app.editNextBlock((ctx) => {
			const [nonce, balance] = [0n, bench.keeper.getBalance(ctx, sender)]
			bench.deploy(ctx, sender, code, balance)
			bench.keeper.setAccount(ctx, sender, { ...bench.keeper.getAccount(ctx, sender)!, nonce })
		})
	}
	await bench.block()
	const raw = fromHex((await key.signTransaction(wholeOf(tx))).slice(2))!
	const data = parseRawTx(raw)
	const read: EthTx = ethTxOf(data)
	if (impersonate === true) bench.keeper.impersonated.set(toHex(ethTxHash(read)), sender)
	let bytes = frameworkTx({ data, tx: read, hash: ethTxHash(read), size: raw.length, evmDenom: 'achain' })
	if (envelope !== undefined) {
		const outer = fromBinary(TxRawSchema, bytes)
		const parts = { body: bodyOf(outer.bodyBytes), authInfo: authInfoOf(outer.authInfoBytes), signatures: [] }
		envelope(parts)
		bytes = toBinary(
			TxRawSchema,
			create(TxRawSchema, {
				bodyBytes: toBinary(TxBodySchema, parts.body),
				authInfoBytes: toBinary(AuthInfoSchema, parts.authInfo),
				signatures: parts.signatures,
			}),
		)
	}
	if (mode === 'deliver') return { ...(await bench.block(bytes))[0]!, bench }
	return { ...(await bench.app.checkTx({ tx: bytes, type: mode === 'recheck' ? mode : 'new' })), bench }
}

const refusal = async (tx: Partial<TransactionSerializable>, options?: Options) => {
	const { code, log } = await said(tx, options)
	return code === 0 ? 'taken' : `${code} ${log}`
}
const redacted = '111222 panic message redacted to hide potentially sensitive system info: panic'
const deduct = 'failed to deduct transaction costs from user balance'

// ethermint v0.14.1 app/ante/eth.go.
describe('the checks of an Ethereum transaction', () => {
	test.each<[string, Partial<TransactionSerializable>, Options, string]>([
		['what the sender has to the last unit', { value: 979n * unit }, {}, 'taken'],
		[
			'a unit more than the sender has',
			{ value: 979n * unit + 1n },
			{},
			`5 failed to check sender balance: sender balance < tx cost (${1000n * unit} < ${1000n * unit + 1n}): insufficient funds`,
		],
		['the next nonce', { nonce: 1 }, {}, '3 invalid nonce; got 1, expected 0: invalid sequence'],
		[
			'another chain',
			{ chainId: 1 },
			{},
			"24 couldn't retrieve sender address ('') from the ethereum transaction: invalid chain id for signer: tx intended signer does not match the given signer",
		],
		[
			'less gas than it costs before anything runs',
			{ gas: 20_999n },
			{},
			`11 ${deduct}: gas limit too low: 20999 (gas limit) < 21000 (intrinsic gas): out of gas`,
		],
		[
			'less gas than its data costs at least',
			{ gas: 21_039n, data: '0x01' },
			{},
			`11 ${deduct}: gas limit too low: 21039 (gas limit) < 21040 (floor data gas): out of gas`,
		],
		['the least gas its data costs', { gas: 21_040n, data: '0x01' }, {}, 'taken'],
		[
			'a cap below the base fee',
			{ maxFeePerGas: gwei - 1n },
			{},
			`13 ${deduct}: the tx gasfeecap is lower than the tx baseFee: 999999999 (gasfeecap), 1000000000 (basefee) : insufficient fee`,
		],
		['a cap below the base fee where there is none', { maxFeePerGas: 0n }, { feeMarket: { noBaseFee: true } }, 'taken'],
		[
			'a price below the base fee',
			{ type: 'legacy', gasPrice: gwei - 1n } as never,
			{},
			'13 max fee per gas less than block base fee (999999999 < 1000000000): insufficient fee',
		],
		[
			'fee caps before London',
			{},
			{ evm: { chainConfig: beforeLondon } },
			'1 dynamic fee tx not supported: transaction type not supported',
		],
	])('a transaction with %s gets its answer before a block', async (_name, tx, options, wanted) => {
		// The base fee of the first block stays where the gas of blocks is that of half the limit.
		expect(await refusal(tx, { feeMarket: { enableHeight: 2n }, ...options })).toBe(
			wanted.startsWith('1 ') ? '1 internal' : wanted,
		)
	})

	const code = Uint8Array.of(0x60, 0x00)
	const delegation = Uint8Array.of(0xef, 0x01, 0x00, ...addressOf(9))
	const accountRule = 'base'
	const notOwned = /^29 the sender is not EOA: address 0x\w{40}, codeHash <.*>: invalid type$/su

	test('a contract sends nothing, unless a developer speaks for it', async () => {
		expect(await refusal({}, { code, accountRule })).toMatch(notOwned)
		expect(await refusal({}, { code, accountRule, impersonate: true })).toBe('taken')
	})

	test('an account that runs the code of another sends as before from Prague on', async () => {
		expect(await refusal({}, { code: delegation, accountRule })).toBe('taken')
		const { prague: _, ...blocks } = forks
		expect(
			await refusal({}, { code: delegation, accountRule, evm: { chainConfig: { ...pragueChainConfig, blocks } } }),
		).toMatch(notOwned)
	})

	test('the gas wanted is at most 500,000 for the mempool and the whole limit in a block', async () => {
		const wanted = async (gas: bigint, mode: 'check' | 'deliver') =>
			(await said({ gas }, { coins: 10_000n, mode })).gasWanted
		expect(await wanted(499_999n, 'check')).toBe(499_999n)
		expect(await wanted(500_000n, 'check')).toBe(500_000n)
		expect(await wanted(500_001n, 'check')).toBe(500_000n)
		expect(await wanted(500_001n, 'deliver')).toBe(500_001n)
	})

	test('what the block refuses takes no fee, what fails in it does', async () => {
		const spent = async (tx: Partial<TransactionSerializable>, options?: Options) => {
			const { code, log, bench } = await said(tx, { mode: 'deliver', ...options })
			const ctx = bench.context()
			return [code, log === '' ? '' : 'refused', 1_000n * unit - bench.keeper.getBalance(ctx, sender)]
		}
		expect(await spent({ nonce: 1 })).toEqual([3, 'refused', 0n])
		const [code, log, cost] = await spent({ gas: 20_999n })
		expect([code, log, Number(cost) > 0]).toEqual([1, 'refused', true])
	})

	test('checks that take more gas than a block has are a panic, and what is refused later has used more gas', async () => {
		for (const maxGas of [1n, 20_000n]) expect(await refusal({}, { maxGas })).toBe(redacted)
		for (const maxGas of [200_000n, -1n]) expect(await refusal({}, { maxGas })).toBe('taken')
		const used = async (nonce: number, coins: bigint) => (await said({ nonce }, { mode: 'deliver', coins })).gasUsed
		// The fee is taken before the nonce is looked at.
		expect(await used(1, 1_000n)).toBeGreaterThan((await used(0, 0n)) + 20_000n)
	})

	test('the least price of a node counts before London, for the denomination of the EVM', async () => {
		const options = { evm: { chainConfig: beforeLondon }, feeMarket: { noBaseFee: true } }
		const legacy = { type: 'legacy', gasPrice: 7n } as never
		const price = (minGasPrices: string) => refusal(legacy, { ...options, minGasPrices })
		expect(await price('7achain')).toBe('taken')
		expect(await price('7.000000000000000001achain')).toBe(
			'13 insufficient fees; got: 147000 required: 147000.000000000000021000: insufficient fee',
		)
		expect(await price('9uchain')).toBe('taken')
		expect(await refusal({ type: 'legacy', gasPrice: 0n } as never, { ...options, minGasPrices: '9uchain' })).toBe(
			'taken',
		)
		expect(await refusal(legacy, { ...options, minGasPrices: '8achain', mode: 'recheck' })).toMatch(/^13 insufficient/)
		expect(await refusal(legacy, { ...options, minGasPrices: '8achain', mode: 'deliver' })).toBe('taken')
	})
})

describe('the envelope of an Ethereum transaction', () => {
	const only = 'for eth tx body Memo TimeoutHeight NonCriticalExtensionOptions should be empty: invalid request'
	const option = { typeUrl: '/ethermint.evm.v1.ExtensionOptionsEthereumTx', value: new Uint8Array(0) }
	const feeOf = (denom: string, amount: string) => create(CoinSchema, { denom, amount })
	const address = addressToText(sender, 'chain')
	const sends = create(MsgSendSchema, { fromAddress: address, toAddress: address, amount: [feeOf('uchain', '1')] })
	const transfer = create(AnySchema, {
		typeUrl: '/cosmos.bank.v1beta1.MsgSend',
		value: toBinary(MsgSendSchema, sends),
	})

	test.each<[string, (parts: Envelope) => unknown, string]>([
		['as wallets send it', () => {}, 'taken'],
		['a memo', ({ body }) => Object.assign(body, { memo: 'x' }), `18 ${only}`],
		['a timeout', ({ body }) => Object.assign(body, { timeoutHeight: 99n }), `18 ${only}`],
		[
			'an option that may be ignored',
			({ body }) => body.nonCriticalExtensionOptions.push({ $typeName: 'google.protobuf.Any', ...option }),
			`18 ${only}`,
		],
		[
			'two options',
			({ body }) => body.extensionOptions.push({ $typeName: 'google.protobuf.Any', ...option }),
			'18 for eth tx length of ExtensionOptions should be 1: invalid request',
		],
		[
			'who signed',
			({ authInfo }) => authInfo.signerInfos.push({ $typeName: 'cosmos.tx.v1beta1.SignerInfo', sequence: 0n }),
			'18 for eth tx AuthInfo SignerInfos should be empty: invalid request',
		],
		[
			'less fee than the transaction names',
			({ authInfo }) => Object.assign(authInfo.fee!.amount[0]!, { amount: '20999999999999' }),
			'18 invalid AuthInfo Fee Amount (20999999999999achain != 21000000000000achain): invalid request',
		],
		[
			'no fee',
			({ authInfo }) => authInfo.fee!.amount.pop(),
			'18 invalid AuthInfo Fee Amount ( != 21000000000000achain): invalid request',
		],
		[
			'a fee in other coins',
			({ authInfo }) => Object.assign(authInfo.fee!, { amount: [feeOf('uchain', '21000000000000')] }),
			redacted,
		],
		[
			'a fee in more coins',
			({ authInfo }) => authInfo.fee!.amount.push(feeOf('uchain', '1')),
			'18 invalid AuthInfo Fee Amount (21000000000000achain,1uchain != 21000000000000achain): invalid request',
		],
		[
			'more gas than the framework counts',
			({ authInfo }) => Object.assign(authInfo.fee!, { gasLimit: 2n ** 63n }),
			'18 tx basic validation failed: invalid gas supplied; 9223372036854775808 > 9223372036854775807: invalid request',
		],
		[
			'a message of the framework',
			({ body }) => body.messages.unshift(transfer),
			'6 invalid message type *types.MsgSend, expected *types.MsgEthereumTx: unknown request',
		],
		[
			'more gas than the transaction names',
			({ authInfo }) => Object.assign(authInfo.fee!, { gasLimit: 21_001n }),
			'18 invalid AuthInfo Fee GasLimit (21001 != 21000): invalid request',
		],
		[
			'a payer',
			({ authInfo }) => Object.assign(authInfo.fee!, { payer: 'chain1zttsta5h2dmhhegkvas6t8cfaj3hr6jgzuywa7' }),
			'18 for eth tx AuthInfo Fee payer and granter should be empty: invalid request',
		],
		[
			'a granter',
			({ authInfo }) => Object.assign(authInfo.fee!, { granter: 'chain1zttsta5h2dmhhegkvas6t8cfaj3hr6jgzuywa7' }),
			'18 for eth tx AuthInfo Fee payer and granter should be empty: invalid request',
		],
		[
			'a signature',
			({ signatures }) => signatures.push(Uint8Array.of(1)),
			'18 for eth tx Signatures should be empty: invalid request',
		],
		[
			'another option',
			({ body }) => Object.assign(body.extensionOptions[0]!, { typeUrl: '/cosmos.bank.v1beta1.MsgSend' }),
			'31 rejecting tx with unsupported extension option: /cosmos.bank.v1beta1.MsgSend: unknown extension options',
		],
		[
			'no option',
			({ body }) => body.extensionOptions.pop(),
			"29 MsgEthereumTx needs to be contained within a tx with 'ExtensionOptionsEthereumTx' option: invalid type",
		],
		[
			'an address of the sender that is none',
			({ body }) => changeMessage(body, { from: '0x12' }),
			"7 invalid from address: address '0x12' is not a valid ethereum hex address: invalid address",
		],
		['another sender, who does not count', ({ body }) => changeMessage(body, { from: to }), 'taken'],
		[
			'no transaction in its message',
			({ body }) => changeMessage(body, { data: undefined }),
			'34 failed to unpack tx data: protobuf Any message cannot be nil: failed unpacking protobuf message from Any',
		],
		[
			'a transaction of no name',
			({ body }) => changeMessage(body, { data: create(AnySchema, {}) }),
			'2 unable to resolve type URL : tx parse error',
		],
	])('an envelope with %s is judged as the reference does', async (_name, envelope, wanted) => {
		expect(await refusal({}, { feeMarket: { enableHeight: 2n }, envelope })).toBe(wanted)
	})

	test('the signer of a transaction whose signature is none is a panic, where somebody asks for it', async () => {
		const answer = await refusal(
			{},
			{
				envelope({ body, signatures }) {
					const message = fromBinary(MsgEthereumTxSchema, body.messages[0]!.value)
					const data = fromBinary(DynamicFeeTxSchema, message.data!.value)
					data.v = Uint8Array.of(9)
					message.data!.value = toBinary(DynamicFeeTxSchema, data)
					body.messages[0]!.value = toBinary(MsgEthereumTxSchema, message)
					signatures.push(Uint8Array.of(1))
				},
			},
		)
		expect(answer).toBe(redacted)
	})
})

function changeMessage(body: Envelope['body'], change: object): void {
	const [any] = body.messages
	any!.value = toBinary(
		MsgEthereumTxSchema,
		create(MsgEthereumTxSchema, { ...fromBinary(MsgEthereumTxSchema, any!.value), ...change }),
	)
}
