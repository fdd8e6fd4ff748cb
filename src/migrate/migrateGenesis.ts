import { type ByteSource, JsonScanner, type JsonSpan } from '../codec/goJson/JsonScanner.ts'
import { jsonFault } from '../codec/goJson/parseJson.ts'
import { UserError } from '../errors/UserError.ts'
import { toHexUpper } from '../util/bytes.ts'
import { objectOf } from '../util/jsonParts.ts'
import { byKey } from '../util/order.ts'
import { coins, itemsOf, membersOf, type Rule, typedParts } from './aminoRules.ts'
import { documentTail, type NewDocument, readHead } from './documentParts.ts'
import { escapedNumbers } from './escapedNumbers.ts'
import { GenesisReader, type Json, MigrationError, type MigrationFault, NewGenesisError } from './GenesisReader.ts'
import { authParams, migrateAccount, type WrittenCoin } from './modules/auth.ts'
import { bankParams, coinSet, supplyCoins } from './modules/bank.ts'
import { gov } from './modules/gov.ts'
import { crisis, distribution, genutil, mint, slashing } from './modules/otherModules.ts'
import { staking } from './modules/staking.ts'
import { mostFrequent } from './mostFrequent.ts'
import { convertedJson, sortedJson } from './sortedJson.ts'

/** Options of a migration. */
export interface MigrateOptions extends NewDocument {
	/** Bech32 prefix of accounts; by default that of most accounts in the file. */
	readonly prefix?: string | undefined
	/** Modules that the new chain runs; the others are left out. By default all stay. */
	readonly knownModules?: ReadonlySet<string> | undefined
	/** Is told how far the work is. */
	readonly progress?: (done: MigrationProgress) => void
	/** Is given each account. */
	readonly seen?: (account: MigratedAccount) => void
}

/** An account in both generations. */
export interface MigratedAccount {
	/** Its place in the list of the file. */
	readonly index: number
	/** As the file has it: `{type, value}`. */
	readonly before: unknown
	/** JSON text of the new account; empty for one that is refused. */
	readonly after: string
	/** What is wrong with it, by place. */
	readonly faults: readonly MigrationFault[]
}

/** How far a migration is. */
export interface MigrationProgress {
	readonly step: 'reading' | 'accounts' | 'balances'
	/** Bytes of the file that this step has passed, of all. */
	readonly bytes: number
	readonly size: number
	/** Accounts of this step so far. */
	readonly accounts: number
	/** Accounts so far by kind: `PeriodicVestingAccount`. */
	readonly kinds: ReadonlyMap<string, number>
}

/** A module account and what it holds. */
export interface ModuleHoldings {
	readonly name: string
	readonly coins: readonly WrittenCoin[]
}

/** What a migration found and did. */
export interface MigrationSummary {
	readonly chainId: string
	readonly prefix: string
	/** Accounts by kind: `PeriodicVestingAccount`. */
	readonly accounts: ReadonlyMap<string, number>
	/** Accounts that hold coins. */
	readonly balances: number
	/** Denominations with the supply of the file and the sum of all balances. */
	readonly supply: ReadonlyMap<string, { readonly supply: bigint; readonly held: bigint }>
	readonly converted: readonly string[]
	readonly unchanged: readonly string[]
	readonly leftOut: readonly string[]
	/** Module accounts with coins. */
	readonly moduleAccounts: readonly ModuleHoldings[]
}

/** The modules whose form changes, besides `auth`, `bank` and `supply`. */
const rules: Readonly<Record<string, Rule>> = {
	crisis,
	distribution,
	// The framework reads the bank's part here (x/genutil/legacy/v040/migrate.go), so no evidence is ever found.
	evidence: () => ({ evidence: [] }),
	genutil,
	gov,
	mint,
	slashing,
	staking,
}

/**
 * Writes the genesis of generation 9 for one of generation 8, byte for byte as the framework's own migrations 0.39 →
 * 0.42 → 0.44 do (cosmos-sdk v0.44.5 x/genutil/legacy/{v040,v043}). Accounts are read one by one, so that a file may be
 * larger than the memory.
 * @param write takes the parts of the document in order; what it got before a throw is worth nothing
 * @throws {MigrationError} with every place that cannot be migrated.
 * @throws {UserError} for a file that is no JSON or of generation 9.
 */
export async function migrateGenesis(
	source: ByteSource,
	write: (text: string) => Promise<void> | void,
	options: MigrateOptions = {},
): Promise<MigrationSummary> {
	return new Migration(source, write, options).run()
}

class Migration {
	readonly #source: ByteSource
	readonly #write: (text: string) => Promise<void> | void
	readonly #options: MigrateOptions
	readonly #accounts = new Map<string, number>()
	readonly #held = new Map<string, bigint>()
	readonly #moduleAccounts: ModuleHoldings[] = []
	#reader = new GenesisReader('')
	#balances = 0

	constructor(source: ByteSource, write: (text: string) => Promise<void> | void, options: MigrateOptions) {
		this.#source = source
		this.#write = write
		this.#options = options
	}

	async run(): Promise<MigrationSummary> {
		const members = await new JsonScanner(this.#source, 0, (bytes) => this.#tell('reading', bytes, 0)).documentInTurns({
			app_state: { auth: {} },
		})
		const state = members.get('app_state')
		const modules = state?.members ?? new Map<string, JsonSpan>()
		const accounts = modules.get('auth')?.members?.get('accounts')
		this.#reader = new GenesisReader(this.#options.prefix ?? this.#prefixOf(accounts))
		const doc = readHead(this.#source, members, this.#reader)
		if (state === undefined) this.#reader.inside('app_state', () => this.#reader.note('is missing'))
		else if (state.members === undefined) {
			const value = this.#value(state)
			this.#reader.attempt('app_state', () => membersOf(value, this.#reader), {})
		}
		const supply = this.#supply(modules)
		const known = this.#options.knownModules
		const left: string[] = []
		const unchanged: string[] = []
		const converted: string[] = []
		const write = this.#write
		await write(`{"app_hash":"${doc === undefined ? '' : toHexUpper(doc.appHash)}","app_state":{`)
		let comma = ''
		for (const name of [...modules.keys()].sort()) {
			const span = modules.get(name)!
			if (name === 'supply' && modules.has('bank')) continue
			if (known !== undefined && !known.has(name)) {
				left.push(name)
				continue
			}
			await write(`${comma}${JSON.stringify(name)}:`)
			comma = ','
			if (name === 'auth') await this.#auth(span, accounts, modules.has('bank'))
			else if (name === 'bank') await this.#bank(span, accounts, supply)
			else await write(this.#module(name, span, modules))
			if (name === 'auth' || name === 'bank' || Object.hasOwn(rules, name)) converted.push(name)
			else unchanged.push(name)
		}
		const { faults, faultCount } = this.#reader
		if (faultCount > 0 || doc === undefined) throw new MigrationError(faults, faultCount)
		await write(`},${documentTail(doc, this.#options)}}\n`)
		return {
			chainId: this.#options.chainId ?? doc.chainId,
			prefix: this.#reader.prefix,
			accounts: this.#accounts,
			balances: this.#balances,
			supply: this.#compared(supply),
			converted,
			unchanged,
			leftOut: left,
			moduleAccounts: this.#moduleAccounts,
		}
	}

	/** The prefix of most of the first accounts. */
	#prefixOf(accounts: JsonSpan | undefined): string {
		const prefixes: string[] = []
		let looked = 0
		for (const value of this.#values(accounts)) {
			const { type, value: inner, '@type': isNew } = objectOf(value)
			if (isNew !== undefined && type === undefined) {
				throw new NewGenesisError()
			}
			const { address } = objectOf(inner)
			const prefix =
				typeof address === 'string' ? address.slice(0, Math.max(0, address.lastIndexOf('1'))).toLowerCase() : ''
			if (prefix !== '') prefixes.push(prefix)
			if (++looked === 200) break
		}
		return mostFrequent(prefixes) ?? ''
	}

	#supply(modules: ReadonlyMap<string, JsonSpan>): readonly WrittenCoin[] {
		const reader = this.#reader
		const span = modules.get('supply')
		if (modules.has('bank')) {
			for (const needed of ['auth', 'supply']) {
				if (modules.has(needed)) continue
				reader.inside('app_state', () =>
					reader.inside(needed, () =>
						reader.note('is missing', 'bank is migrated together with auth and supply: add it'),
					),
				)
			}
		}
		if (span === undefined) return []
		const value = this.#value(span)
		return this.#in('supply', () => supplyCoins(value, reader)) ?? []
	}

	/** The parts of `auth`; a missing one is Go's zero value. */
	async #auth(span: JsonSpan, accounts: JsonSpan | undefined, withBank: boolean): Promise<void> {
		const reader = this.#reader
		if (span.members === undefined) {
			const value = this.#value(span)
			this.#in('auth', () => membersOf(value, reader))
		}
		if (accounts !== undefined && !this.#startsList(accounts)) {
			const value = this.#value(accounts)
			this.#in('auth', () => reader.attempt('accounts', () => itemsOf(value, reader), []))
		}
		await this.#write('{"accounts":[')
		let index = 0
		for (const value of this.#values(accounts, (bytes) => this.#tell('accounts', bytes, index))) {
			const { faultCount, faults } = reader
			const { length: told } = faults
			const text = this.#in('auth', () =>
				reader.inside('accounts', () => reader.attempt(index, () => this.#account(value, withBank), '')),
			)
			// One of which a part is refused has a text too, but not that of an account.
			const after = reader.faultCount > faultCount ? '' : (text ?? '')
			this.#options.seen?.({ index, before: value, after, faults: faults.slice(told) })
			if (after !== '') await this.#write(index === 0 ? after : `,${after}`)
			index++
		}
		const params = span.members?.get('params')
		const value = params === undefined ? undefined : this.#value(params, 'app_state.auth.params')
		const written = this.#in('auth', () => reader.attempt('params', () => authParams(value, reader), null))
		await this.#write(`],"params":${convertedJson(written ?? null)}}`)
	}

	/** One account as text; its balance is checked too where the file has a bank. */
	#account(value: unknown, withBank: boolean): string {
		const reader = this.#reader
		const { kind, json, name, coins } = migrateAccount(value, reader)
		this.#accounts.set(kind, (this.#accounts.get(kind) ?? 0) + 1)
		if (withBank) {
			const held = reader.inside('value', () => reader.inside('coins', () => coinSet(coins, reader)))
			if (name !== undefined && held.length > 0) this.#moduleAccounts.push({ name, coins: held })
		}
		return convertedJson(json)
	}

	async #bank(span: JsonSpan, accounts: JsonSpan | undefined, supply: readonly WrittenCoin[]): Promise<void> {
		const value = this.#value(span)
		const params = this.#in('bank', () => bankParams(value, this.#reader)) ?? null
		await this.#write('{"balances":[')
		// The faults of the accounts are known and told by now.
		const silent = new GenesisReader(this.#reader.prefix)
		let index = 0
		for (const account of this.#values(accounts, (bytes) => this.#tell('balances', bytes, index))) {
			index++
			const { address, coins } = silent.attempt('', () => balanceOf(account, silent), noBalance)
			if (coins.length === 0) continue
			for (const { amount, denom } of coins) this.#held.set(denom, (this.#held.get(denom) ?? 0n) + BigInt(amount))
			const text = convertedJson({ address, coins: coins as unknown as Json })
			await this.#write(this.#balances++ === 0 ? text : `,${text}`)
		}
		await this.#write(
			`],"denom_metadata":[],"params":${convertedJson(params)},"supply":${convertedJson(supply as unknown as Json)}}`,
		)
	}

	#module(name: string, span: JsonSpan, modules: ReadonlyMap<string, JsonSpan>): string {
		const reader = this.#reader
		const value = this.#value(span, `app_state.${name}`)
		const written = this.#in(name, () => {
			if (!Object.hasOwn(rules, name)) {
				return sortedJson(value, () => reader.refuse('holds a number that no 64-bit float holds'))
			}
			if (name === 'evidence' && !modules.has('bank')) reader.refuse('cannot be migrated without bank', leaveOut)
			return convertedJson(rules[name]!(value, reader))
		})
		return written ?? 'null'
	}

	#compared(supply: readonly WrittenCoin[]): MigrationSummary['supply'] {
		// A chain whose genesis names no supply begins with the sum of its balances (x/bank/keeper/genesis.go).
		const all = new Map(
			[...this.#held].map(([denom, held]) => [denom, { supply: supply.length === 0 ? held : 0n, held }]),
		)
		for (const { amount, denom } of supply) {
			all.set(denom, { supply: BigInt(amount), held: this.#held.get(denom) ?? 0n })
		}
		return new Map([...all].sort(byKey))
	}

	*#values(span: JsonSpan | undefined, progress?: (bytes: number) => void): Generator<unknown> {
		if (span === undefined) return
		let index = 0
		for (const [bytes] of new JsonScanner(this.#source, span.start, progress).elements()) {
			const place = `app_state.auth.accounts[${index++}]`
			for (const path of escapedNumbers(bytes)) this.#reader.escaped.add(place + path)
			yield parsed(bytes)
		}
	}

	/** @param place in the file, for a module's part */
	#value({ start, end }: JsonSpan, place = ''): unknown {
		const bytes = this.#source.read(start, end - start)
		if (place !== '') for (const path of escapedNumbers(bytes)) this.#reader.escaped.add(place + path)
		return parsed(bytes)
	}

	#startsList({ start }: JsonSpan): boolean {
		return this.#source.read(start, 1)[0] === 0x5b
	}

	/** Reads a module's part; undefined if it was refused. */
	#in<Result>(module: string, read: () => Result): Result | undefined {
		return this.#reader.inside('app_state', () => this.#reader.attempt(module, read, undefined))
	}

	#tell(step: MigrationProgress['step'], bytes: number, accounts: number): void {
		this.#options.progress?.({ step, bytes, size: this.#source.size, accounts, kinds: this.#accounts })
	}
}

const leaveOut = 'leave this module out with --known-modules, or add bank, auth and supply'
const noBalance: { readonly address: string; readonly coins: readonly WrittenCoin[] } = { address: '', coins: [] }

function balanceOf(account: unknown, reader: GenesisReader): typeof noBalance {
	const { address, coins: held } = membersOf(typedParts(account, reader).value, reader)
	return {
		address: String(address ?? '').toLowerCase(),
		coins: coinSet(coins(held, reader) as unknown as readonly WrittenCoin[], reader),
	}
}

function parsed(bytes: Uint8Array): unknown {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
	try {
		return JSON.parse(text)
	} catch (cause) {
		throw new UserError('The genesis document is not JSON.', {
			why: jsonFault(text),
			next: 'Give a genesis file that the old chain exported.',
			cause,
		})
	}
}
