import type { AbciEvent } from '../../../src/abci/Application.ts'
import { AppContext } from '../../../src/app/AppContext.ts'
import type { AppModule, Json } from '../../../src/app/AppModule.ts'
import { EventList } from '../../../src/app/EventList.ts'
import type { Account } from '../../../src/app/expectedKeepers.ts'
import { infiniteGasMeter } from '../../../src/app/GasMeter.ts'
import { addressToText, moduleAddress } from '../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { ChainError } from '../../../src/errors/ChainError.ts'
import { AuthKeeper } from '../../../src/modules/auth/AuthKeeper.ts'
import { createBankModule } from '../../../src/modules/bank/index.ts'
import { createGreetModule } from '../../../src/modules/greet/index.ts'
import { ParamsKeeper } from '../../../src/modules/params/ParamsKeeper.ts'
import { createVestingModule } from '../../../src/modules/vesting/index.ts'
import type { KVStore, StoreIterator } from '../../../src/store/KVStore.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { createCommitMultiStore } from '../../../src/store/multi/commitMultiStore.ts'

/** The modules over a real state, with contexts to run them in. */
export function createModuleBench(options: { bankGenesis?: Json } = {}) {
	const settings = defaultChainSettings
	const params = new ParamsKeeper()
	const accounts = new AuthKeeper({
		prefix: settings.prefix,
		subspace: params.subspace('auth'),
		moduleAccounts: { fee_collector: [], maker: ['minter'], burner: ['burner'] },
	})
	const bank = createBankModule({
		settings,
		accounts,
		params: params.subspace('bank'),
		blockedAddresses: [moduleAddress('fee_collector')],
	})
	const vesting = createVestingModule({ settings, accounts, bank: bank.keeper })
	const greet = createGreetModule({ settings })
	const state = createCommitMultiStore({
		db: createMemoryDb(),
		kvStores: ['acc', 'bank', 'greet', 'params'],
		pruning: 'nothing',
	})
	const branch = state.branch()
	const contextAt = (seconds: bigint) =>
		new AppContext({
			header: {
				chainId: 'chain-localnet',
				height: 1,
				time: { seconds, nanos: 0 },
				proposerAddress: new Uint8Array(20),
			},
			mode: 'deliver',
			store: branch,
			gasMeter: infiniteGasMeter(),
			blockGasMeter: infiniteGasMeter(),
			events: new EventList(),
			consensusParams: undefined,
		})
	bank.initGenesis(contextAt(0n), options.bankGenesis ?? { params: { default_send_enabled: true } })
	return { settings, accounts, bank, vesting, greet, contextAt }
}

/** A view of a store that counts its iterators: those that were made, and those that are still open. */
export function countIterators(store: KVStore) {
	const count = { made: 0, open: 0 }
	const counted = (iterator: StoreIterator): StoreIterator => {
		count.made++
		count.open++
		return {
			valid: () => iterator.valid(),
			next: () => iterator.next(),
			key: () => iterator.key(),
			value: () => iterator.value(),
			close: () => {
				count.open--
				iterator.close()
			},
		}
	}
	const view: KVStore = {
		get: (key) => store.get(key),
		has: (key) => store.has(key),
		set: (key, value) => store.set(key, value),
		delete: (key) => store.delete(key),
		iterator: (start, end) => counted(store.iterator(start, end)),
		reverseIterator: (start, end) => counted(store.reverseIterator(start, end)),
	}
	return { view, count }
}

/** The same context, the iterators of one of its stores counted. */
export function countingContext(ctx: AppContext, name: string) {
	const { store } = ctx
	const { view, count } = countIterators(store.kvStore(name))
	const kvStore = (other: string) => (other === name ? view : store.kvStore(other))
	const counting = ctx.with({ store: { kvStore, branch: () => store.branch(), write: () => store.write() } })
	return { ctx: counting, count }
}

/** A raw 20-byte address of one repeated byte, and its text. */
export function testAddress(byte: number) {
	const raw = new Uint8Array(20).fill(byte)
	return { raw, text: addressToText(raw, defaultChainSettings.prefix) }
}

/** A base account of an address. */
export function baseAccount(byte: number, accountNumber: bigint): Account {
	return { kind: 'base', base: { address: testAddress(byte).text, pubKey: undefined, accountNumber, sequence: 0n } }
}

/** Codespace, code and log of what a call throws, or the error itself when it is none of the framework's. */
export function refusal(run: () => unknown): unknown {
	try {
		run()
	} catch (error) {
		return error instanceof ChainError ? [error.codespace, error.code, error.log] : error
	}
	return undefined
}

/** Events as `type(key=value, …)`. */
export function eventTexts(events: readonly AbciEvent[]): string[] {
	return events.map(
		({ type, attributes }) => `${type}(${attributes.map(({ key, value }) => `${key}=${value}`).join(', ')})`,
	)
}

/** The message type of a module by its short name. */
export function messageOf(module: AppModule, name: string) {
	const found = module.messages.find(({ schema }) => schema.name === name)
	if (found === undefined) throw new Error(`${module.name} has no message ${name}`)
	return found
}
