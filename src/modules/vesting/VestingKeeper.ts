import type { Context } from '../../app/Context.ts'
import type { Account, AccountKeeper, BankKeeper } from '../../app/expectedKeepers.ts'
import { addressFromText } from '../../codec/address/address.ts'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { type Coins, sortCoins } from '../../codec/coins/coins.ts'
import { sdkErrors } from '../../errors/ChainError.ts'

/** Dependencies of the vesting module. */
export interface VestingDeps {
	readonly settings: ChainSettings
	readonly accounts: AccountKeeper
	readonly bank: BankKeeper
}

/** An account to be made: addresses as bech32 text, the end in seconds since the epoch. */
export interface NewVestingAccount {
	readonly fromAddress: string
	readonly toAddress: string
	readonly amount: Coins
	readonly endTime: bigint
	/** Everything is released at the end; otherwise by the second from the block's time on. */
	readonly delayed: boolean
}

/** Makes vesting accounts; they live in the accounts' store (framework: x/auth/vesting/msg_server.go). */
export class VestingKeeper {
	readonly #deps: VestingDeps

	constructor(deps: VestingDeps) {
		this.#deps = deps
	}

	/**
	 * Makes the account at an unused address and pays the vesting coins into it, in the framework's order of reads and
	 * writes. Throws bank's send-disabled error, `unauthorized` for a blocked address, `invalid request` for an address
	 * in use and on a chain whose new accounts are all EthAccounts, and what sending coins throws.
	 */
	createVestingAccount(ctx: Context, request: NewVestingAccount): void {
		const { accounts, bank, settings } = this.#deps
		bank.assertSendEnabled(ctx, request.amount)
		const from = addressFromText(request.fromAddress, settings.prefix)
		const to = addressFromText(request.toAddress, settings.prefix)
		if (bank.isBlockedAddress(to)) {
			throw sdkErrors.unauthorized.wrap(`${request.toAddress} is not allowed to receive funds`)
		}
		if (accounts.getAccount(ctx, to) !== undefined) {
			throw sdkErrors.invalidRequest.wrap(`account ${request.toAddress} already exists`)
		}
		const account = accounts.newAccount(ctx, to)
		if (account.kind !== 'base') {
			throw sdkErrors.invalidRequest.wrap('invalid account type; expected: BaseAccount, got: *types.EthAccount')
		}
		accounts.setAccount(ctx, vestingAccount(ctx, account, request))
		bank.sendCoins(ctx, from, to, request.amount)
		ctx.events.emit('message', [['module', vestingModuleName]])
	}
}

function vestingAccount(ctx: Context, { base }: Account, request: NewVestingAccount): Account {
	const vesting = {
		originalVesting: sortCoins(request.amount),
		delegatedFree: [],
		delegatedVesting: [],
		endTime: request.endTime,
	}
	if (request.delayed) return { kind: 'delayed', base, vesting }
	return { kind: 'continuous', base, vesting, startTime: ctx.header.time.seconds }
}

/** Name of the module, and the value of its `message.module` event attribute. */
export const vestingModuleName = 'vesting'
