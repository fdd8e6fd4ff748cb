import type { Account, BaseAccountFields } from '../../app/expectedKeepers.ts'
import { createKeyReader } from '../../app/publicKeys.ts'
import { addressFromText, addressToText, moduleAddress } from '../../codec/address/address.ts'
import { addCoins, type Coins, equalCoins, isAllGTE } from '../../codec/coins/coins.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { equalBytes } from '../../util/bytes.ts'
import { isGoBlank } from '../../util/goString.ts'

/** The fault of an account in a genesis document; undefined if it is valid (framework: GenesisAccount.Validate). */
export function accountFault(account: Account, prefix: string, registry: Registry): string | undefined {
	return kindFault(account, prefix) ?? baseFault(account.base, prefix, registry)
}

function kindFault(account: Account, prefix: string): string | undefined {
	switch (account.kind) {
		case 'base':
		case 'eth':
			return undefined
		case 'module':
			if (isGoBlank(account.name)) return 'module account name cannot be blank'
			if (account.base.address !== addressToText(moduleAddress(account.name), prefix)) {
				return `address ${account.base.address} cannot be derived from the module name '${account.name}'`
			}
			return undefined
		case 'permanent':
			if (account.vesting.endTime > 0n) return 'permanently vested accounts cannot have an end-time'
			break
		case 'continuous':
		case 'periodic':
			if (account.startTime >= account.vesting.endTime) return 'vesting start-time cannot be before end-time'
			break
	}
	const { originalVesting, delegatedVesting, endTime } = account.vesting
	if (account.kind === 'periodic') {
		let end = account.startTime
		let total: Coins = []
		for (const { length, amount } of account.periods) {
			end += length
			total = addCoins(total, amount)
		}
		if (end !== endTime) return 'vesting end time does not match length of all vesting periods'
		if (!equalCoins(total, originalVesting)) {
			return 'original vesting coins does not match the sum of all coins in vesting periods'
		}
	}
	if (!isAllGTE(originalVesting, delegatedVesting)) {
		return 'delegated vesting amount cannot be greater than original vesting amount'
	}
	return undefined
}

function baseFault({ address, pubKey }: BaseAccountFields, prefix: string, registry: Registry): string | undefined {
	if (address === '' || pubKey === undefined) return undefined
	const keys = createKeyReader(registry)
	const expected = keys.addressOf(keys.unpack(pubKey))
	return equalBytes(expected, addressFromText(address, prefix))
		? undefined
		: 'account address and pubkey address do not match'
}
