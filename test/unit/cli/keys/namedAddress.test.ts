import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandContext, UsageError } from '../../../../src/cli/CommandContext.ts'
import {
	addressOfName,
	addressOrName,
	checkAddress,
	checkBech32,
	namedAddress,
	namedKeys,
	nextOfAddress,
	readLabels,
} from '../../../../src/cli/keys/namedAddress.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-names-'))
const hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bech32 = 'chain1wzvhjux9rqfdcwspp37srdgwp5tac7wg75tx5n'
const labelled = 'chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q'
const foreign = 'cosmos1v8vqwu75l4prdlapph2gqg06yllc476293kuud'
let said = ''
const io = { env: {}, stderr: (text: string) => (said += text) }
const context = { flags: { home, keyringBackend: 'test' }, io } as unknown as CommandContext
let alice: string

beforeAll(async () => {
	writeFileSync(join(home, 'preferences.json'), JSON.stringify({ labels: [`${labelled}\tExchange, hot`] }))
	const keyring = await openKeyring({ folder: join(home, 'keyring'), settings: defaultChainSettings, backend: 'test' })
	alice = (await keyring.importPrivateKey('alice', '1'.repeat(64))).address
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('an address that is named', () => {
	test('an address is named by a key, by a label in any case, or by itself in either form', async () => {
		for (const [text, address] of [
			['alice', alice],
			[' exchange, HOT ', labelled],
			[hex, bech32],
			[bech32, bech32],
			[foreign, foreign],
		] as const) {
			expect([await namedAddress(context, text), await addressOrName(context, text)]).toEqual([address, address])
		}
		expect([await addressOfName(context, hex), await addressOfName(context, bech32)]).toEqual([undefined, undefined])
		expect((await namedKeys(context)).map(({ name }) => name)).toEqual(['alice'])
		// The warning of the backend is for who signs.
		expect(said).toBe('')
	})

	test('an address that no name of the home stands for is refused, a mistyped one as an address', async () => {
		expect(await addressOfName(context, 'Alice')).toBeUndefined()
		await expect(namedAddress(context, 'bob')).rejects.toEqual(
			new UserError('There is no key and no label bob in this home, and it is no address.', {
				next: 'See the names with `chain-tui keys list` and `chain-tui label list`.',
			}),
		)
		await expect(addressOrName(context, 'bob')).rejects.toMatchObject({
			...{ message: 'decoding bech32 failed: invalid bech32 string length 3', next: nextOfAddress('bob') },
		})
		const whole = 'Check the address: copy it again, whole.'
		for (const named of [namedAddress, addressOrName]) {
			await expect(named(context, bech32.slice(0, -1))).rejects.toMatchObject({ next: whole })
			await expect(named(context, hex.slice(0, -1))).rejects.toMatchObject({ next: 'Copy it again, whole.' })
		}
	})

	test('an address in either form needs no keyring, so that one that cannot be read does not matter', async () => {
		const other = mkdtempSync(join(home, 'damaged-'))
		mkdirSync(join(other, 'keyring'))
		writeFileSync(join(other, 'keyring', 'test-keys.json'), '{')
		const damaged = { ...context, flags: { ...context.flags, home: other } } as CommandContext
		await expect(addressOfName(damaged, 'alice')).rejects.toThrow('cannot be read')
		expect([await namedAddress(damaged, hex), await namedAddress(damaged, bech32)]).toEqual([bech32, bech32])
	})

	test('an address has no label where the preferences hold no list of them', () => {
		const other = mkdtempSync(join(home, 'other-'))
		expect(readLabels(other).size).toBe(0)
		writeFileSync(join(other, 'preferences.json'), JSON.stringify({ labels: `${labelled}\tx` }))
		expect(readLabels(other).size).toBe(0)
		expect([...readLabels(home)]).toEqual([[labelled, 'Exchange, hot']])
	})
})

describe('an address as the framework takes it', () => {
	test('an address of this chain is taken in either form, any other is refused with where it stands', () => {
		const checked = (text: string) => checkAddress(text, 'chain', 'to send to')
		expect([checked(hex), checked(bech32)]).toEqual([bech32, bech32])
		expect(() => checked(foreign)).toThrow(
			new UsageError(
				'must provide a valid Bech32 address to send to: invalid Bech32 prefix; expected chain, got cosmos',
				{ next: 'An address of this chain starts with chain1 or 0x.' },
			),
		)
		expect(() => checked('0X12')).toThrow(
			new UsageError('"0X12" is not an address: a 0x address has 40 hexadecimal digits, got 2', {
				next: 'Copy it again, whole.',
			}),
		)
	})

	test('an address of any chain is taken, and what to do about another text depends on whether it was meant as a name', () => {
		expect([checkBech32(hex, 'chain'), checkBech32(foreign, 'chain')]).toEqual([bech32, foreign])
		expect(() => checkBech32('chain1x', 'chain')).toThrow(UsageError)
		expect(() => checkBech32('0x12', 'chain')).toThrow('"0x12" is not an address')
		const whole = 'Check the address: copy it again, whole.'
		expect(['bob', 'chain1x', '0x12', '0x22'].map(nextOfAddress)).toEqual([
			'No key and no label of this home is called bob: see `chain-tui keys list` and `chain-tui label list`.',
			whole,
			whole,
			whole,
		])
	})
})
