import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../../crypto/keccak256.ts'
import { attempt } from '../../../errors/attempt.ts'
import { concatBytes } from '../../../util/bytes.ts'
import type { EvmState } from '../state/EvmState.ts'
import type { Authorization } from './EthTx.ts'
import { recoverSigner, SenderFault } from './recoverSender.ts'

/** Gas of each authorization before anything runs, as for an account that is new. */
export const authorizationGas = 25_000n
/** What of it an account gets back that is there. */
const knownAccountRefund = 12_500n

/** First bytes of a code that names the address whose code runs in its place. */
const delegation = Uint8Array.of(0xef, 0x01, 0x00)
const delegationBytes = 23
/** First byte of what is signed. */
const magic = 0x05
const mostNonce = 2n ** 64n - 1n

/** The address whose code runs in the place of such a code. */
export function delegatedTo(code: Uint8Array): Uint8Array | undefined {
	if (code.length !== delegationBytes || !delegation.every((byte, at) => code[at] === byte)) return undefined
	return code.slice(delegation.length)
}

/** Who signed an authorization; undefined where no key fits. */
export function authorityOf({ chainId, address, nonce, v, r, s }: Authorization): Uint8Array | undefined {
	const digest = keccak256(concatBytes(Uint8Array.of(magic), RLP.encode([chainId, address, nonce])))
	return attempt(
		() => recoverSigner(digest, { r, s }, v + 27n, true),
		SenderFault,
		() => undefined,
	)
}

/**
 * Takes an account's word (go-ethereum v1.16 core/state_transition.go applyAuthorization). One that does not hold changes nothing.
 *
 * @returns who gave it, warm from then on, if the signature is one; and the gas that is refunded
 */
export function takeAuthorization(
	authorization: Authorization,
	state: EvmState,
	chainId: bigint,
): { readonly authority: Uint8Array | undefined; readonly refund: bigint } {
	const { address, nonce } = authorization
	const isForHere = authorization.chainId === 0n || authorization.chainId === chainId
	const authority = isForHere && nonce < mostNonce ? authorityOf(authorization) : undefined
	if (authority === undefined) return { authority, refund: 0n }
	const known = state.find(authority)
	const code = known === undefined ? new Uint8Array(0) : state.codeOf(known)
	const isTaken = code.length > 0 && delegatedTo(code) === undefined
	if (isTaken || (known?.nonce ?? 0n) !== nonce || !state.takesCode(authority)) return { authority, refund: 0n }
	const isNew = known === undefined || known.isEmpty
	state.setNonce(known ?? state.findOrMake(authority), nonce + 1n)
	state.setCode(authority, address.every((byte) => byte === 0) ? new Uint8Array(0) : concatBytes(delegation, address))
	return { authority, refund: isNew ? 0n : knownAccountRefund }
}
