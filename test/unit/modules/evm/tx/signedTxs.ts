import { getAddress, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseRawTx } from '../../../../../src/api/eth/send/parseRawTx.ts'
import { type EthTx, ethTxOf } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex } from '../../../../../src/util/bytes.ts'

/** Signs the transactions. */
export const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const to = getAddress(`0x${'aa'.repeat(20)}`)
const other = getAddress(`0x${'bb'.repeat(20)}`)
const slot = `0x${'00'.repeat(31)}07` as const
const accessList = [{ address: other, storageKeys: [slot, slot] }] as const
const common = { nonce: 3, gas: 90_000n, to, value: 5n, data: '0x1234', chainId: 2222 } as const

const readHex = (raw: string): EthTx => ethTxOf(parseRawTx(fromHex(raw.slice(2))!))
/** A transaction as its signer sends it, and read. */
export const signed = async (tx: TransactionSerializable) => {
	const raw = await key.signTransaction(tx)
	return { raw, tx: readHex(raw) }
}
const authorization = () => key.signAuthorization({ chainId: 2222, address: other, nonce: 9 })

/** One transaction of each kind, with everything in it and with little. */
export const kinds: Readonly<Record<string, () => Promise<TransactionSerializable>>> = {
	'a legacy one': async () => ({ ...common, type: 'legacy', gasPrice: 7n }),
	'a legacy one of nothing': async () => ({ type: 'legacy', nonce: 0, gas: 0n, gasPrice: 0n, chainId: 2222 }),
	'a legacy one without a chain': async () => ({ ...common, chainId: undefined, type: 'legacy', gasPrice: 128n }),
	'one with an access list': async () => ({ ...common, type: 'eip2930', gasPrice: 7n, accessList }),
	'one with an empty access list': async () => ({ ...common, type: 'eip2930', gasPrice: 0n }),
	'one with fee caps': async () => ({
		...common,
		type: 'eip1559',
		maxFeePerGas: 900n,
		maxPriorityFeePerGas: 256n,
		accessList,
	}),
	'one with fee caps of nothing': async () => ({ type: 'eip1559', nonce: 0, gas: 0n, chainId: 2222, data: '0x00' }),
	'one with an authorization': async () => ({
		...common,
		type: 'eip7702',
		maxFeePerGas: 900n,
		maxPriorityFeePerGas: 1n,
		authorizationList: [await authorization()],
	}),
}
