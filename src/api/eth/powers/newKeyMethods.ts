import { randomBytes } from 'node:crypto'
import { fromHex } from '../../../util/bytes.ts'
import { text } from '../args/valueParams.ts'
import { hexBytes } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { definePower } from './definePower.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Adds keys of other accounts to the node, which forgets them when it stops. */
export const newKeyMethods = [
	definePower({
		name: 'personal_importRawKey',
		params: [text, text],
		run: ([key], _, { keys }) => hexBytes(keys.book.add(privateKeyOf(key))),
	}),
	definePower({
		name: 'personal_newAccount',
		params: [text],
		run: (_, __, { keys }) => {
			let key: Uint8Array
			do key = new Uint8Array(randomBytes(32))
			while (!isPrivateKey(key))
			return hexBytes(keys.book.add(key))
		},
	}),
]

/** A private key from hex without 0x. @throws {EthFault} with the texts of go-ethereum v1.10.16 crypto.HexToECDSA. */
function privateKeyOf(text: string): Uint8Array {
	const stranger = /[^0-9a-fA-F]/.exec(text)
	if (stranger !== null) throw new EthFault(`invalid hex character '${stranger[0]}' in private key`)
	const key = fromHex(text)
	if (key === undefined) throw new EthFault('invalid hex data for private key')
	if (key.length !== 32) throw new EthFault('invalid length, need 256 bits')
	if (!isPrivateKey(key)) throw new EthFault('invalid private key, not on the curve')
	return key
}

function isPrivateKey(key: Uint8Array): boolean {
	const value = BigInt(hexBytes(key))
	return value > 0n && value < order
}
