import { addressOfPoint, areSignatureValues, recoverKey } from '../../../crypto/ethSecp256k1.ts'
import { fromHex } from '../../../util/bytes.ts'
import { type ChainConfig, isForked, pragueChainConfig } from '../chainConfig.ts'
import { type EthTx, isProtected, signingHash } from './EthTx.ts'

/** The reason a sender cannot be recovered, with the texts of go-ethereum v1.10.16. */
export class SenderFault extends Error {
	override readonly name = 'SenderFault'
}

/** Rules for recovering a sender. */
export interface SignerRules {
	readonly prague: boolean
	readonly london: boolean
	readonly berlin: boolean
	readonly eip155: boolean
	readonly homestead: boolean
	readonly chainId: bigint
}

/** The rules at a height (go-ethereum v1.10.16 core/types MakeSigner). */
export function signerRulesAt(config: ChainConfig, height: number, chainId: bigint): SignerRules {
	return {
		prague: isForked(config, 'prague', height),
		london: isForked(config, 'london', height),
		berlin: isForked(config, 'berlin', height),
		eip155: isForked(config, 'eip155', height),
		homestead: isForked(config, 'homestead', height),
		chainId,
	}
}

/** All rules, for callers without a height. */
export function latestSignerRules(chainId: bigint): SignerRules {
	return signerRulesAt(pragueChainConfig, 0, chainId)
}

const senders = new WeakMap<EthTx, Uint8Array>()

/** The address that signed a transaction. @throws {SenderFault} */
export function recoverSender(tx: EthTx, rules: SignerRules): Uint8Array {
	const plan = planOf(tx, rules)
	// Once the rules accept the transaction, the sender does not depend on them.
	const known = senders.get(tx)
	if (known !== undefined) return known
	const sender = recoverSigner(signingHash(tx, plan.chainId), tx, plan.v, plan.lowS)
	senders.set(tx, sender)
	return sender
}

function planOf(
	tx: EthTx,
	rules: SignerRules,
): { readonly chainId: bigint | undefined; readonly v: bigint; readonly lowS: boolean } {
	if (tx.type === 4 || tx.type === 2) {
		if (!(tx.type === 4 ? rules.prague : rules.london)) throw new SenderFault('transaction type not supported')
		assertChainId(tx, rules)
		return { chainId: rules.chainId, v: tx.v + 27n, lowS: true }
	}
	if (tx.type === 1) {
		if (!rules.london && !rules.berlin) throw new SenderFault('transaction type not supported')
		assertChainId(tx, rules)
		return { chainId: rules.chainId, v: tx.v + 27n, lowS: true }
	}
	if ((rules.london || rules.berlin || rules.eip155) && isProtected(tx)) {
		assertChainId(tx, rules)
		return { chainId: rules.chainId, v: tx.v - rules.chainId * 2n - 8n, lowS: true }
	}
	return { chainId: undefined, v: tx.v, lowS: rules.london || rules.berlin || rules.eip155 || rules.homestead }
}

function assertChainId(tx: EthTx, { chainId }: SignerRules): void {
	if ((tx.chainId ?? 0n) !== chainId) throw new SenderFault('invalid chain id for signer')
}

/** The address that signed a digest. @param v 27 or 28 @param lowS refuses the greater of two equal signatures */
export function recoverSigner(
	digest: Uint8Array,
	{ r, s }: Pick<EthTx, 'r' | 's'>,
	v: bigint,
	lowS: boolean,
): Uint8Array {
	if ((v !== 27n && v !== 28n) || !areSignatureValues(r, s, lowS)) {
		throw new SenderFault('invalid transaction v, r, s values')
	}
	const signature = fromHex(r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0'))!
	const point = recoverKey(digest, signature, Number(v - 27n))
	if (point === undefined) throw new SenderFault('recovery failed')
	return addressOfPoint(point)
}
