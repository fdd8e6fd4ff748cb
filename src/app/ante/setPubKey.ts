import type { Message } from '@bufbuild/protobuf'
import { asPublicKey } from '../../crypto/publicKey.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { equalBytes, toBase64 } from '../../util/bytes.ts'
import type { AppTx } from '../AppTx.ts'
import type { Context } from '../Context.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import { type KeyReader, packPublicKey, simulationKey } from '../publicKeys.ts'
import { rawSignatures } from '../signatureData.ts'
import type { AnteStep } from './createAnteHandler.ts'
import { signerAccount, signerAt } from './signerAccount.ts'

/**
 * Stores the public keys of signers whose accounts have none, and emits the events that index signatures and sequences.
 * A simulation uses a fixed key for a missing one and does not compare addresses. Source: cosmos-sdk v0.44.5
 * x/auth/ante/sigverify.go.
 */
export function setPubKey(accounts: AccountKeeper, keys: KeyReader): AnteStep {
	return {
		name: 'SetPubKey',
		run(ctx, tx) {
			tx.decoded.publicKeys.forEach((key, index) => {
				storeKey(ctx, accounts, keys, tx, key, index)
			})
			const events: [string, string][] = []
			tx.signatures.forEach(({ data, sequence }, index) => {
				events.push(['acc_seq', `${tx.addressText(signerAt(tx, index))}/${sequence}`])
				for (const signature of rawSignatures(data)) events.push(['signature', toBase64(signature)])
			})
			for (const attribute of events) ctx.events.emit('tx', [attribute])
		},
	}
}

function storeKey(
	ctx: Context,
	accounts: AccountKeeper,
	keys: KeyReader,
	tx: AppTx,
	given: Message | undefined,
	index: number,
): void {
	const simulate = ctx.mode === 'simulate'
	if (given === undefined && !simulate) return
	const key = given ?? simulationKey
	const address = simulate ? undefined : keys.addressOf(asPublicKey(key))
	const signer = signerAt(tx, index)
	if (address !== undefined && !equalBytes(address, signer)) {
		throw sdkErrors.invalidPubKey.wrap(
			`pubKey does not match signer address ${tx.addressText(signer)} with signer index: ${index}`,
		)
	}
	const account = signerAccount(ctx, accounts, tx, signer)
	if (account.base.pubKey !== undefined) return
	if (account.kind === 'module') throw sdkErrors.invalidPubKey.wrap('not supported for module accounts')
	accounts.setAccount(ctx, { ...account, base: { ...account.base, pubKey: packPublicKey(key) } })
}
