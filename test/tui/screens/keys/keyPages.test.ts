import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

async function keys(options: Parameters<typeof testApp>[0] = {}): Promise<void> {
	t = await testApp({ keys: ['alice', 'bob'], columns: 140, rows: 40, ...options })
	t.press('4')
}

/** A key of others joins those that are there. */
async function watched(): Promise<void> {
	await t.chain.keys.addWatchOnly('treasury', addressOf('treasury'))
	t.app.refreshIdentity()
	await t.until('treasury')
	t.press('end')
	await t.until(/▸ .*treasury/)
}

describe('importing a key', () => {
	const importing = async (...steps: readonly string[]): Promise<void> => {
		t.press('i')
		await t.until('Import a key')
		t.type('dave')
		t.press('tab', ...steps, 'tab')
	}

	it('takes a private key, and an encrypted export with its passphrase', async () => {
		await keys()
		await importing('right')
		t.type('0x1234')
		t.press('enter')
		await said('dave imported')
		t.press('i')
		await t.until('Import a key')
		t.type('erin')
		t.press('tab', 'right', 'right', 'tab')
		t.event({ type: 'paste', text: '-----BEGIN KEY-----' })
		t.press('enter', 'enter')
		await t.until('the passphrase it was exported with')
		t.type('a long passphrase')
		t.press('enter')
		await said('erin imported')
	})

	it.each(['', 'alice'])('refuses the name %j', async (name) => {
		await keys()
		t.press('i')
		await t.until('Import a key')
		t.type(name)
		t.press('enter')
		expect(t.app.topOverlay?.name).toBe('form')
		expect((await t.chain.keys.list()).length).toBe(2)
	})

	it('needs something to import', async () => {
		await keys()
		await importing()
		t.press('enter')
		await t.until('paste it or type it here')
		t.press('esc')
		expect((await t.chain.keys.list()).map(({ name }) => name)).toEqual(['alice', 'bob'])
	})
})

describe('sending coins', () => {
	const to = async (text: string, amount: string): Promise<void> => {
		t.press('s')
		await t.until('Send from alice')
		t.type(text)
		t.press('tab')
		t.type(amount)
		t.press('enter')
	}

	it.each([
		['', '5', 'who gets the coins?'],
		['nobody', '5', 'neither a key of yours nor an address (chain1… or 0x…)'],
		['0x12', '5', '0x'],
		[`${addressOf('carol').slice(0, -1)}${addressOf('carol').endsWith('q') ? 'p' : 'q'}`, '5', 'checksum'],
		['bob', 'some', 'an amount such as 5 CHAIN'],
		['bob', '0', 'an amount such as 5 CHAIN'],
	])('sending coins to %j of %j says what is wrong', async (receiver, amount, words) => {
		await keys()
		await to(receiver, amount)
		// The first Enter goes to an empty field, the next one says what belongs there.
		if (receiver === '') t.press('enter')
		await t.until(words)
		expect(t.chain.calls.some((call) => call.startsWith('send'))).toBe(false)
	})

	it('goes to an address in its 0x form too, with a memo', async () => {
		await keys()
		t.press('s')
		await t.until('you have 1,000 CHAIN')
		t.type('0x5fbdb2315678afecb367f032d93f642f64180aa3')
		await t.until('chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e')
		t.press('tab')
		t.type('2.5 CHAIN')
		await t.until('2.50 CHAIN · 2500000uchain')
		t.press('tab')
		t.type('for lunch')
		t.press('enter')
		const call = 'send alice chain1t77myv2k0zh7evm87qedj0my9ajpsz4rhpsc8e 2500000uchain'
		await t.until(() => t.chain.calls.includes(call))
		await t.until(() => t.app.topOverlay === undefined)
		t.chain.makeBlock()
		await t.until(() => t.chain.txs.at(-1)?.memo === 'for lunch')
	})

	it('keeps the form with the reason when the chain refuses', async () => {
		await keys()
		t.chain.failure = {
			state: 'failed',
			problem: 'alice has too few coins',
			next: 'Send less.',
			codespace: 'sdk',
			code: 5,
			log: 'insufficient funds',
			hash: '',
		}
		await to('bob', '5000')
		await t.until('alice has too few coins')
		expect(t.screen()).toContain('Send less.')
		expect(t.app.outbox.entries).toEqual([])
		t.press('esc')
		expect(t.app.topOverlay).toBeUndefined()
	})

	it('sending coins is not for a key whose secret is elsewhere, and neither are signing and exporting', async () => {
		await keys()
		await watched()
		for (const key of ['s', 'S', 'e']) {
			t.press(key)
			await said('its secret is not here')
			t.app.toast('info', 'before the next')
		}
		t.press('O')
		await said('choose a multisig key')
	})
})

describe('a key', () => {
	it('keeps its name when the new one is taken, and can have its old one back', async () => {
		await keys()
		t.press('R', 'ctrl+u')
		t.type('bob')
		t.press('enter')
		await t.until('Rename alice')
		expect((await t.chain.keys.list()).map(({ name }) => name)).toEqual(['alice', 'bob'])
		t.press('ctrl+u')
		t.type('alicia')
		t.press('enter')
		await said('alice is alicia now')
		expect(t.app.preferences.get('key')).not.toBe('alice')
	})

	it('a key that is only watched is deleted without its name being typed', async () => {
		await keys()
		await watched()
		t.press('D')
		await t.until('Only the name goes; nothing on the chain changes.')
		t.press('enter')
		await said('treasury deleted')
	})

	it('comes back, and can be asked for again when that failed', async () => {
		await keys()
		const take = t.chain.keys.take.bind(t.chain.keys)
		let fails = true
		t.chain.keys.take = async (name) => {
			const taken = await take(name)
			return {
				...taken,
				restore: async () => {
					if (fails) throw new UserError('The key store is locked.')
					return taken.restore()
				},
			}
		}
		t.press('D')
		t.type('alice')
		t.press('enter')
		await said('alice deleted')
		t.press('u')
		await said('alice could not be brought back: The key store is locked.')
		fails = false
		t.press('u')
		await said('alice is back')
		expect((await t.chain.keys.list()).map(({ name }) => name)).toEqual(['alice', 'bob'])
	})

	it('a key that signed shows when its signature does not hold', async () => {
		await keys()
		t.chain.keys.verifyText = async () => false
		t.press('S')
		await t.until('Sign a text as alice')
		t.press('enter')
		await t.until('a text to sign')
		t.type('hello')
		t.press('enter')
		await t.until('✗ it does not verify')
	})

	it('a key is exported only with a passphrase that was typed twice', async () => {
		await keys()
		t.press('e')
		await t.until('Export alice')
		t.press('enter')
		expect(t.app.topOverlay?.name).toBe('form')
		t.type('a long passphrase')
		t.press('tab')
		t.type('another long one')
		t.press('enter')
		expect(t.app.topOverlay?.name).toBe('form')
		expect(t.screen()).not.toContain('BEGIN KEY')
	})

	it.each([
		[16, 'Make the terminal higher to see the QR code.'],
		[60, '█'],
	])('shows its address as a QR code where there is room, %i rows high', async (rows, words) => {
		await keys({ rows, columns: 100 })
		t.press('Q')
		await t.until('Address of alice')
		await t.until(words)
		expect(t.screen()).toContain(addressOf('alice').slice(0, 12))
	})
})

describe('a signed text', () => {
	it.each([
		['', 'paste the signed text'],
		['{', 'This is not JSON.'],
		['null', 'It has no text called address.'],
		['{"address":"chain1"}', 'It has no text called pubKey.'],
		['{"address":"chain1","pubKey":"A","signature":5}', 'It has no text called signature.'],
	])('a signed text that is %j is told to be none', async (text, words) => {
		await keys()
		t.press('V')
		await t.until('Check a signature')
		if (text !== '') t.event({ type: 'paste', text })
		t.press('enter')
		await t.until(words)
	})
})

describe('a multisig key', () => {
	const own = `A${'w'.repeat(43)}`
	const typed = async (others: string, threshold?: string): Promise<void> => {
		t.press('m')
		await t.until('Multisig key')
		t.type('council')
		t.press('tab', 'space', 'tab')
		t.type(others)
		if (threshold !== undefined) {
			t.press('tab', 'tab', 'ctrl+u')
			t.type(threshold)
		}
		t.press('enter')
	}

	it.each([
		['', undefined, 'choose two or more, or give public keys of others below'],
		['not a key', undefined, 'a public key is 44 characters of base64'],
		[own, '0', 'how many of them must sign, such as 2'],
		[own, 'two', 'how many of them must sign, such as 2'],
		[own, '3', 'no more than 2 members can sign'],
	])('a multisig key of %j, %j of which must sign, says what is wrong', async (others, threshold, words) => {
		await keys()
		await typed(others, threshold)
		await t.until(words)
		expect(t.chain.keys.calls.some((call) => call.startsWith('addMultisig'))).toBe(false)
	})

	it('counts the keys of others, each once', async () => {
		await keys()
		await typed(`${own}, ${own} ${own.replace('w', 'x')}`, '2')
		await said('council is a multisig key: 2 of 3 must sign')
	})
})

describe('with no key at all', () => {
	it('each key says how to make one', async () => {
		await keys({ keys: [] })
		for (const key of ['enter', 's', 'y', 'Q', 'a', 't', 'S', 'R', 'e', 'D', 'B']) {
			t.press(key)
			await said('there is no key yet: c makes one')
			t.app.toast('info', 'before the next')
		}
	})

	it('a multisig key has nobody to choose', async () => {
		await keys({ keys: [] })
		t.press('m')
		await t.until('you have no key of your own yet')
	})
})

describe('the faucet', () => {
	it.each([
		[{ noFaucet: true }, 'this chain has no faucet'],
		[{ remote: true }, 'this node has no faucet'],
	])('the faucet is not there: %j', async (options, words) => {
		await keys(options)
		await t.until('alice')
		t.press('f')
		await said(words)
	})

	it('says why it gives nothing', async () => {
		await keys()
		t.chain.admin!.faucet = async () => {
			throw new UserError('The faucet is empty.', { next: 'Ask somebody.' })
		}
		await t.until('1,000 CHAIN')
		t.press('f')
		await said('The faucet is empty. · Ask somebody.')
	})
})
