import { addressToText } from '../../../codec/address/address.ts'
import { aminoNames } from '../../../codec/amino/aminoNames.ts'
import type { ChainSettings } from '../../../codec/ChainSettings.ts'
import { fromHex } from '../../../util/bytes.ts'

/** The public key of the secret 1, and its address, which nobody uses. */
const publicKey = 'Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY'
const addressHex = '751e76e8199196d454941c45d1b3a323f1433bd6'

/** A legacy transaction as a wallet of generation 8 sends it. Its signature is invalid, as the checklist shows. */
export function sampleTx({ prefix, denom, aminoBrand }: ChainSettings): string {
	const names = aminoNames(aminoBrand)
	const from = addressToText(fromHex(addressHex)!, prefix)
	const to = addressToText(new Uint8Array(20).fill(7), prefix)
	const tx = {
		msg: [
			{
				type: names.nameOf('cosmos.bank.v1beta1.MsgSend'),
				value: { from_address: from, to_address: to, amount: [{ denom, amount: '5000000' }] },
			},
		],
		fee: { amount: [{ denom, amount: '2000' }], gas: '200000' },
		signatures: [
			{
				pub_key: { type: names.nameOf('cosmos.crypto.secp256k1.PubKey'), value: publicKey },
				signature: Buffer.alloc(64, 1).toString('base64'),
			},
		],
		memo: 'a sample <with> what Go escapes & no coins',
	}
	return JSON.stringify({ tx, mode: 'sync' }, null, 2)
}
