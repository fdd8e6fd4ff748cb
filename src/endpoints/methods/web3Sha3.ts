import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '../../util/bytes.ts'
import { bytesArgument } from './arguments.ts'
import type { EthMethod } from './EthMethod.ts'

/** `web3_sha3`: Keccak-256 of bytes. */
export const web3Sha3: EthMethod = {
	name: 'web3_sha3',
	params: { min: 1, max: 1 },
	run: (params) => `0x${toHex(keccak_256(bytesArgument(params, 0)))}`,
}
