import { PanicError } from '../../errors/PanicError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { AppTx } from '../AppTx.ts'
import type { Context } from '../Context.ts'
import type { Account, AccountKeeper } from '../expectedKeepers.ts'

/** The address of a signer by its index; panics when there are fewer signers than signer infos. */
export function signerAt(tx: AppTx, index: number): Uint8Array {
	const address = tx.signers[index]
	if (address === undefined) {
		throw new PanicError(`runtime error: index out of range [${index}] with length ${tx.signers.length}`)
	}
	return address
}

/**
 * The account of a signer (framework: ante GetSignerAcc).
 *
 * @throws {ChainError} unknown address (code 9) if it does not exist.
 */
export function signerAccount(ctx: Context, accounts: AccountKeeper, tx: AppTx, address: Uint8Array): Account {
	const account = accounts.getAccount(ctx, address)
	if (account === undefined) {
		throw sdkErrors.unknownAddress.wrap(`account ${tx.addressText(address)} does not exist`)
	}
	return account
}
