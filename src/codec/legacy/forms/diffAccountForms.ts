import { Comparison, type FormRow } from './Comparison.ts'
import { type JsonValue, valueAt } from './jsonPaths.ts'

const value = '.result.value'
const nested = '.base_vesting_account.base_account'

const readAtAnotherTime = 'The replies were read at different heights.'
const vestingMoved = 'Fields that all vesting accounts share are inside base_vesting_account.'

/**
 * The account replies of both generations side by side, one row for each meaning, in the order of generation 8.
 * @param json8 body of `GET /auth/accounts/{address}` in generation 8
 * @param json9 the same in generation 9; throws SyntaxError when either is no JSON
 */
export function diffAccountForms(json8: string, json9: string): readonly FormRow[] {
	const document8 = JSON.parse(json8) as JsonValue
	const document9 = JSON.parse(json9) as JsonValue
	const rows = new Comparison(document8, document9)
	const isVesting = valueAt(document9, `${value}.base_vesting_account`) !== undefined
	const base = isVesting ? value + nested : value
	const address = String(valueAt(document8, `${value}.address`) || valueAt(document9, `${base}.address`) || 'ADDRESS')
	const type9 = String(valueAt(document9, '.result.type') ?? '')

	rows.field('height', '.height', '.height', { changed: readAtAnotherTime })
	rows.field('kind of account', '.result.type', '.result.type', {
		changedKind: 'renamed',
		changed: kindNote(type9),
	})
	rows.field('address', `${value}.address`, `${base}.address`, {
		moved: 'The base account is inside base_vesting_account.',
		omitted: 'An unknown account is an empty object: empty texts are left out.',
	})
	rows.field('coins', `${value}.coins`, `${base}.coins`, {
		omittedKind: 'movedToOtherQuery',
		omitted: `Accounts hold no coins any more: ask GET /bank/balances/${address} and read .result.`,
	})
	rows.field('public key', `${value}.public_key`, `${base}.public_key`, {
		moved: 'The base account is inside base_vesting_account.',
		omitted: 'Absent until the account has signed; it was null before.',
		changed: readAtAnotherTime,
	})
	rows.field('account number', `${value}.account_number`, `${base}.account_number`, {
		moved: 'The base account is inside base_vesting_account.',
		omitted: 'Left out when it is 0: read an absent number as "0".',
		typeChanged: 'Module accounts have numbers without quotes.',
		changed: readAtAnotherTime,
	})
	rows.field('sequence', `${value}.sequence`, `${base}.sequence`, {
		moved: 'The base account is inside base_vesting_account.',
		omitted: 'Left out until the account has signed: read an absent sequence as "0".',
		added: 'Left out while it is 0, so it was not in the other reply.',
		typeChanged: 'Module accounts have numbers without quotes.',
		changed: readAtAnotherTime,
	})
	for (const [name, meaning] of vestingFields) {
		rows.field(meaning, `${value}.${name}`, `${value}.base_vesting_account.${name}`, {
			moved: vestingMoved,
			omitted: 'Left out when it is 0.',
			added: 'Generation 8 had no permanently locked accounts: the account was one without vesting there.',
			changed: readAtAnotherTime,
		})
	}
	rows.field('start of vesting', `${value}.start_time`, `${value}.start_time`, {
		omitted: 'Left out when it is 0.',
		changed: 'The migration to generation 9 starts the remaining periods anew at its genesis time.',
	})
	rows.field('vesting periods', `${value}.vesting_periods`, `${value}.vesting_periods`, {
		changed: 'The migration to generation 9 drops the periods that have passed.',
	})
	rows.field('name of the module', `${value}.name`, `${value}.name`)
	rows.field('permissions of the module', `${value}.permissions`, `${value}.permissions`)
	if (JSON.stringify(valueAt(document9, value)) === '{}') {
		rows.only9('account', value, 'An unknown account is an object without members.')
	}
	rows.rest()
	return rows.rows
}

const vestingFields = [
	['original_vesting', 'coins that vest'],
	['delegated_free', 'free coins delegated'],
	['delegated_vesting', 'vesting coins delegated'],
	['end_time', 'end of vesting'],
] as const

function kindNote(type9: string): string {
	if (type9.endsWith('/BaseAccount')) return 'Accounts without vesting are named BaseAccount.'
	if (type9.endsWith('/PermanentLockedAccount')) return 'Permanently locked accounts came with generation 9.'
	return 'The kind of the account has another name.'
}
