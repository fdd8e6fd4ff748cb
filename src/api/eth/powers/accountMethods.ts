import {
	type Hex,
	hashMessage,
	serializeSignature,
	serializeTransaction,
	type TransactionSerializable,
	toHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { fromHex } from '../../../util/bytes.ts'
import { latest } from '../args/blockParams.ts'
import { address, anything, bytes } from '../args/valueParams.ts'
import { heightOf } from '../blocks/heightOf.ts'
import { type CallArgs, callArgs, inputOf } from '../calls/CallArgs.ts'
import { estimateGas } from '../calls/estimateGas.ts'
import type { EthContext } from '../EthContext.ts'
import { EthFault } from '../EthFault.ts'
import { defineEthMethod, type EthMethods } from '../EthMethod.ts'
import type { ChainNews } from '../filters/ChainNews.ts'
import { hexBytes } from '../hexJson.ts'
import { pendingNonce } from '../send/pendingNonce.ts'
import { sendRawTx } from '../send/sendRawTx.ts'
import type { EthPowers } from './EthPowers.ts'

/** r and s of a transaction that nobody signed: an impersonated sender stands for it. */
const noSignature = { r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, yParity: 0 } as const

/** The accounts whose keys the node holds: they sign here, as accounts of a developer's node do. */
export function accountMethods(
	context: EthContext,
	powers: EthPowers,
	news: ChainNews,
	impersonated: ReadonlySet<string>,
): EthMethods {
	let known: ReadonlyMap<string, PrivateKeyAccount> | undefined
	const accounts = (): ReadonlyMap<string, PrivateKeyAccount> => {
		known ??= new Map(
			powers.accounts.map((account) => [hexBytes(account.address), privateKeyToAccount(toHex(account.privateKey))]),
		)
		return known
	}
	const signer = (who: Uint8Array): PrivateKeyAccount => {
		const found = accounts().get(hexBytes(who))
		if (found === undefined) throw new EthFault(`unknown account ${hexBytes(who)}: its key is not in this node`)
		return found
	}
	const sign = async (args: CallArgs): Promise<Hex> => {
		if (args.from === undefined) throw new EthFault('missing "from" in the transaction')
		const tx = await filled(args, args.from, context)
		if (accounts().has(hexBytes(args.from))) return signer(args.from).signTransaction(tx)
		if (!impersonated.has(hexBytes(args.from))) return signer(args.from).signTransaction(tx)
		const raw = serializeTransaction(tx, noSignature)
		powers.impersonate(Buffer.from(keccak256(bytesOf(raw))).toString('hex'), args.from)
		return raw
	}
	const personal = defineEthMethod([bytes, address], async (message, who) =>
		signer(who).signMessage({ message: { raw: message } }),
	)
	const typed = defineEthMethod([address, anything], async (who, data) => {
		const document = JSON.parse(data.kind === 'string' ? data.value : data.raw) as Parameters<
			PrivateKeyAccount['signTypedData']
		>[0]
		return signer(who).signTypedData(document)
	})
	return {
		eth_accounts: defineEthMethod([], () => [...accounts().keys()]),
		eth_sign: defineEthMethod([address, bytes], async (who, message) =>
			serializeSignature(await digestSignature(signer(who), hashMessage({ raw: message }))),
		),
		personal_sign: personal,
		eth_signTypedData: typed,
		eth_signTypedData_v4: typed,
		eth_signTransaction: defineEthMethod([callArgs], async (args) => ({ raw: await sign(args) })),
		eth_sendTransaction: defineEthMethod([callArgs], async (args) => {
			const raw = bytesOf(await sign(args))
			const isSigned = args.from !== undefined && accounts().has(hexBytes(args.from))
			return sendRawTx(raw, context, news, isSigned ? undefined : args.from)
		}),
	}
}

async function digestSignature(account: PrivateKeyAccount, hash: Hex): Promise<{ r: Hex; s: Hex; v: bigint }> {
	const signature = await account.sign({ hash })
	return {
		r: `0x${signature.slice(2, 66)}`,
		s: `0x${signature.slice(66, 130)}`,
		v: BigInt(`0x${signature.slice(130)}`),
	}
}

/** A transaction with what its sender left out: nonce, gas, price and chain. */
async function filled(args: CallArgs, from: Uint8Array, context: EthContext): Promise<TransactionSerializable> {
	const view = await context.evm.at(await heightOf(latest, context))
	const nonce = args.nonce ?? (await pendingNonce(from, view.nonce(from), context))
	const gas = args.gas ?? (await estimateGas(view, args))
	const base = view.keeper.deps.feeMarket.nextBaseFee(
		view.ctx.withHeader({ ...view.ctx.header, height: view.height + 1 }, view.ctx.headerHash),
	)
	const common = {
		chainId: Number(context.chainId),
		nonce: Number(nonce),
		gas,
		...(args.to === undefined ? {} : { to: toHex(args.to) }),
		value: args.value ?? 0n,
		data: toHex(inputOf(args)),
	}
	const accessList = args.accessList?.map((entry) => ({
		address: toHex(entry.address),
		storageKeys: entry.storageKeys.map((slot) => toHex(slot)),
	}))
	if (args.gasPrice !== undefined && accessList === undefined) {
		return { ...common, type: 'legacy', gasPrice: args.gasPrice }
	}
	if (args.gasPrice !== undefined)
		return { ...common, type: 'eip2930', gasPrice: args.gasPrice, accessList: accessList ?? [] }
	const tip = args.maxPriorityFeePerGas ?? 0n
	return {
		...common,
		type: 'eip1559',
		maxPriorityFeePerGas: tip,
		maxFeePerGas: args.maxFeePerGas ?? (base ?? 0n) * 2n + tip,
		accessList: accessList ?? [],
	}
}

function bytesOf(hex: Hex): Uint8Array {
	return fromHex(hex.slice(2)) ?? new Uint8Array(0)
}
