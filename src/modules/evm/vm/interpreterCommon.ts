import { type Common, createCustomCommon, Mainnet } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { recoverKey } from '../../../crypto/ethSecp256k1.ts'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { concatBytes } from '../../../util/bytes.ts'
import { getOrInsert } from '../../../util/getOrInsert.ts'
import type { InterpreterRules } from './interpreterRules.ts'

/** The rules of an interpreter in the library's form. */
export function commonOf(chainId: bigint, { hardfork, eips }: InterpreterRules): Common {
	const common = createCustomCommon({ chainId: Number(chainId) }, Mainnet, {
		hardfork,
		eips: [...eips],
		customCrypto: { keccak256, ecrecover: recoverPoint },
	})
	rememberEips(common)
	return common
}

/** Prices of the interpreter with the refunds of Berlin. */
export const berlinRefundParams = {
	...paramsEVM,
	3529: { selfdestructRefundGas: 24_000, sstoreClearRefundEIP2200Gas: 15_000 },
}

/** The library looks through a list for every question, some at each instruction; the rules of an interpreter stay. */
function rememberEips(common: Common): void {
	const known = new Map<number, boolean>()
	const ask = common.isActivatedEIP.bind(common)
	common.isActivatedEIP = (eip) => getOrInsert(known, eip, ask)
}

/** The 64 bytes of the key that made a signature; throws when none did, as the precompiled contract expects. */
function recoverPoint(digest: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array): Uint8Array {
	const point = recoverKey(digest, concatBytes(r, s), Number(v) - 27)
	if (point === undefined) throw new RangeError('no key made this signature')
	return point.subarray(1)
}
