import { PanicError } from '../../errors/PanicError.ts'
import type { AccountKeeper } from '../expectedKeepers.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** Raises the sequence of every signer by one, in a recheck too (framework: x/auth/ante/sigverify.go). */
export function incrementSequence(accounts: AccountKeeper): AnteStep {
	return {
		name: 'IncrementSequence',
		run(ctx, tx) {
			for (const address of tx.signers) {
				const account = accounts.getAccount(ctx, address)
				if (account === undefined) {
					throw new PanicError('runtime error: invalid memory address or nil pointer dereference')
				}
				if (account.kind === 'module') throw new PanicError('not supported for module accounts')
				const sequence = BigInt.asUintN(64, account.base.sequence + 1n)
				const { address: text, pubKey, accountNumber } = account.base
				const base = { address: text, pubKey, accountNumber, sequence }
				// Nearly all accounts are base accounts, and copying by field is many times faster.
				accounts.setAccount(ctx, account.kind === 'base' ? { kind: 'base', base } : { ...account, base })
			}
		},
	}
}
