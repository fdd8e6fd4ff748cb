import { beforeEach, describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../src/crypto/keccak256.ts'
import { BugError } from '../../../../../src/errors/UserError.ts'
import { EvmState } from '../../../../../src/modules/evm/state/EvmState.ts'
import type { EvmAccount } from '../../../../../src/modules/evm/state/EvmStore.ts'
import { emptyCodeHash } from '../../../../../src/modules/evm/state/StateObject.ts'
import { slotAt, wordBytes } from '../../../../../src/modules/evm/vm/wordBytes.ts'

const [rich, contract, other, nobody] = [0x11, 0xaa, 0xcc, 0xbb].map((byte) => new Uint8Array(20).fill(byte)) as [
	Uint8Array,
	Uint8Array,
	Uint8Array,
	Uint8Array,
]
const code = Uint8Array.of(0x60, 0x01)
const name = (bytes: Uint8Array): string => bytes[0]!.toString(16)
const codeName = (hash: Uint8Array): string => (name(hash) === name(emptyCodeHash) ? 'none' : 'code')

/** A state over two accounts and a contract with 7 in slot 1 and 9 in slot 2, and what was asked of its store. */
function made() {
	const asked: string[] = []
	const accounts = new Map<string, EvmAccount>([
		['11', { nonce: 5n, balance: 100n, codeHash: Uint8Array.from(emptyCodeHash) }],
		['aa', { nonce: 1n, balance: 10n, codeHash: keccak256(code) }],
		['cc', { nonce: 0n, balance: 0n, codeHash: emptyCodeHash }],
	])
	const state = new EvmState({
		getAccount(address) {
			asked.push(`find ${name(address)}`)
			return accounts.get(name(address))
		},
		getState(address, slot) {
			asked.push(`read ${name(address)} ${slot[31]}`)
			return wordBytes(name(address) === 'aa' ? ([0n, 7n, 9n][slot[31]!] ?? 0n) : 0n)
		},
		getCode() {
			asked.push('read code')
			return code
		},
		setAccount: (address, { nonce, balance, codeHash }) =>
			void asked.push(`account ${name(address)} ${nonce} ${balance} ${codeName(codeHash)}`),
		setState: (address, slot, value) => void asked.push(`slot ${name(address)} ${slot[31]} ${value[31]}`),
		setCode: (_hash, bytes) => void asked.push(`code of ${bytes.length}`),
		deleteAccount: (address) => void asked.push(`delete ${name(address)}`),
		takesCode: (address) => name(address) === 'aa',
	})
	return {
		state,
		/** What was asked since the last time. */
		asked: () => asked.splice(0),
		write: (slot: bigint, value: bigint, address = contract) =>
			state.setSlot(state.findOrMake(address), slotAt(slot), wordBytes(value)),
		slot: (slot: bigint, address = contract) => state.slot(state.findOrMake(address), slotAt(slot))[31],
		committed(destroyed: readonly string[] = []) {
			asked.length = 0
			state.commit(new Set(destroyed))
			return asked.splice(0)
		},
	}
}

let bench: ReturnType<typeof made>
let state: EvmState
beforeEach(() => {
	bench = made()
	state = bench.state
})

describe('the state of an EVM message', () => {
	test('a known account is read once, an unknown one each time', () => {
		for (let time = 0; time < 2; time++) {
			expect(state.find(rich)?.balance).toBe(100n)
			expect(state.find(nobody)).toBeUndefined()
		}
		expect(bench.asked()).toEqual(['find 11', 'find bb', 'find bb'])
	})

	test('a code is read once, and of an account without one not at all', () => {
		for (let time = 0; time < 2; time++) {
			expect(state.codeOf(state.find(contract)!)).toEqual(code)
			expect(state.codeOf(state.find(rich)!)).toEqual(new Uint8Array(0))
		}
		expect(bench.asked()).toEqual(['find aa', 'read code', 'find 11'])
	})

	test('a slot is read once, and is what it was when the message began beside what it is', () => {
		bench.write(1n, 8n)
		expect([bench.slot(1n), bench.slot(2n), bench.slot(2n)]).toEqual([8, 9, 9])
		expect(state.committedSlot(state.find(contract)!, slotAt(1n))[31]).toBe(7)
		expect(bench.asked()).toEqual(['find aa', 'read aa 1', 'read aa 2'])
	})

	test('an account is empty without nonce, coins and code', () => {
		expect([rich, contract, other].map((address) => state.find(address)!.isEmpty)).toEqual([false, false, true])
		const account = state.find(other)!
		state.setBalance(account, 1n)
		expect(account.isEmpty).toBe(false)
		state.setBalance(account, 0n)
		state.setNonce(account, 1n)
		expect(account.isEmpty).toBe(false)
		state.setNonce(account, 0n)
		state.setCode(other, code)
		expect(account.isEmpty).toBe(false)
	})
})

describe('writing the state of an EVM message', () => {
	test('a code of one byte is written, and none of no bytes', () => {
		state.setCode(other, code.slice(0, 1))
		state.setCode(rich, new Uint8Array(0))
		expect(bench.committed()).toEqual(['account 11 5 100 none', 'code of 1', 'account cc 0 0 code'])
	})

	test('changed and made accounts are written by address: code, account and changed slots by key', () => {
		state.find(rich)
		bench.write(2n, 1n, other)
		bench.write(1n, 3n, other)
		state.setBalance(state.findOrMake(nobody), 4n)
		state.setNonce(state.find(contract)!, 2n)
		state.setCode(other, code)
		expect(bench.committed()).toEqual([
			'account aa 2 10 code',
			'account bb 0 4 none',
			'code of 2',
			'account cc 0 0 code',
			'slot cc 1 3',
			'slot cc 2 1',
		])
	})

	test('an account that was only read is not written, one that is touched or made is', () => {
		state.find(rich)
		bench.slot(1n)
		state.touch(other)
		state.findOrMake(nobody)
		expect(bench.committed()).toEqual(['account bb 0 0 none', 'account cc 0 0 none'])
	})

	test('a slot that got what it had is no change, one that got it back is not written', () => {
		bench.write(1n, 7n)
		expect(bench.committed()).toEqual([])
		bench.write(1n, 8n)
		bench.write(1n, 7n)
		bench.write(2n, 0n)
		expect(bench.committed()).toEqual(['account aa 1 10 code', 'slot aa 2 0'])
	})

	test('a code that is none is not written, and a code that was only read neither', () => {
		state.codeOf(state.find(contract)!)
		state.touch(contract)
		state.setCode(other, new Uint8Array(0))
		expect(bench.committed()).toEqual(['account aa 1 10 code', 'account cc 0 0 none'])
	})

	test('destroyed accounts are deleted in their places, whether they changed or not', () => {
		state.setBalance(state.find(contract)!, 0n)
		state.touch(rich)
		state.touch(other)
		const hex = (byte: string) => byte.repeat(20)
		expect(bench.committed([hex('cc'), hex('aa'), hex('bb')])).toEqual([
			'account 11 5 100 none',
			'delete aa',
			'delete bb',
			'delete cc',
		])
	})
})

describe('undoing changes of the state of an EVM message', () => {
	test.each<[string, () => unknown]>([
		['a balance', () => state.setBalance(state.find(rich)!, 1n)],
		['a nonce', () => state.setNonce(state.find(rich)!, 1n)],
		['a code', () => state.setCode(rich, code)],
		['a slot', () => bench.write(1n, 8n)],
		['a slot that is written twice', () => [8n, 9n].map((value) => bench.write(1n, value))],
		['a new account', () => state.setBalance(state.findOrMake(nobody), 1n)],
		['a contract in the place of an account', () => state.reset(rich)],
		['a contract in the place of nobody', () => state.reset(nobody)],
		['a touch', () => state.touch(rich)],
		['several at once', () => [1n, 2n, 3n].map((nonce) => state.setNonce(state.find(rich)!, nonce))],
	])('%s that is undone leaves nothing to write', (_name, change) => {
		state.checkpoint()
		change()
		state.revert()
		expect(bench.committed()).toEqual([])
		expect(state.find(rich)).toMatchObject({ balance: 100n, nonce: 5n, codeHash: emptyCodeHash })
		expect(state.codeOf(state.find(rich)!)).toEqual(new Uint8Array(0))
		expect([state.find(nobody), bench.slot(1n)]).toEqual([undefined, 7])
	})

	test('what came before a checkpoint stays when the changes after it are undone', () => {
		state.setNonce(state.find(rich)!, 6n)
		bench.write(1n, 2n)
		state.checkpoint()
		state.setNonce(state.find(rich)!, 7n)
		state.setBalance(state.find(rich)!, 1n)
		bench.write(1n, 3n)
		bench.write(1n, 4n)
		state.revert()
		expect(bench.committed()).toEqual(['account 11 6 100 none', 'account aa 1 10 code', 'slot aa 1 2'])
	})

	test('what is kept of a checkpoint is undone with the one around it', () => {
		bench.write(1n, 2n)
		state.checkpoint()
		bench.write(1n, 3n)
		state.checkpoint()
		bench.write(1n, 4n)
		state.setNonce(state.find(rich)!, 6n)
		state.keep()
		expect(bench.slot(1n)).toBe(4)
		bench.write(1n, 5n)
		state.revert()
		expect(bench.committed()).toEqual(['account aa 1 10 code', 'slot aa 1 2'])
	})

	test('a slot is noted again after it was undone', () => {
		state.checkpoint()
		state.checkpoint()
		bench.write(1n, 2n)
		state.revert()
		bench.write(1n, 3n)
		state.revert()
		expect([bench.slot(1n), bench.committed()]).toEqual([7, []])
	})

	test('a contract in the place of an account has its coins alone, and a new one is looked for once more', () => {
		state.setNonce(state.find(contract)!, 8n)
		state.reset(contract)
		expect(state.find(contract)).toMatchObject({ balance: 10n, nonce: 0n, codeHash: emptyCodeHash })
		expect(bench.asked()).toEqual(['find aa'])
		state.findOrMake(nobody)
		state.reset(nobody)
		expect(bench.asked()).toEqual(['find bb', 'find bb'])
	})

	test('without a checkpoint there is nothing to keep and nothing to go back to', () => {
		expect(() => state.keep()).toThrow(new BugError('there is no checkpoint of the state to keep'))
		expect(() => state.revert()).toThrow(new BugError('there is no checkpoint of the state to go back to'))
	})
})
