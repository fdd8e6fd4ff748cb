import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal, signingKey } from '../../../../src/cli/tx/greet.ts'
import type { TxProgress } from '../../../../src/client/index.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'

const home = mkdtempSync(join(tmpdir(), 'chain-tui-greet-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('a greeting that reached no block', () => {
	const next = 'Do this.'
	const failed = (problem: string, log: string) => ({ state: 'failed', problem, log, next }) as unknown as TxProgress

	test.each([undefined, { state: 'in-mempool' } as TxProgress])(
		'a greeting that was left at %j is to be sent again',
		(last) => {
			expect(refusal(last, 'alice')).toMatchObject({
				...{ message: 'The greeting entered no block.', why: '', next: 'Send it again.' },
			})
		},
	)

	test.each([
		['It failed.', 'account chain1x: not found'],
		['It failed.', '1uchain is smaller than 2uchain: insufficient funds'],
		['alice has no coins.', 'log'],
		['alice is not on the chain.', 'log'],
	])('a greeting that failed with "%s" and "%s" wants coins', (problem, log) => {
		expect(refusal(failed(problem, log), 'alice')).toMatchObject({
			...{ message: problem, why: log, next: 'Give it coins: `chain-tui faucet alice`.' },
		})
	})

	test('a greeting that failed for another reason has its own next step, and no reason twice', () => {
		expect(refusal(failed('It failed.', 'out of gas'), 'alice')).toMatchObject({ why: 'out of gas', next })
		expect(refusal(failed('It failed.', 'It failed.'), 'alice')).toMatchObject({ message: 'It failed.', why: '', next })
	})
})

test('a short command signs with the key that is named, else the chosen one, else the first with a secret, else any that can', async () => {
	const keyring = await openKeyring({ folder: undefined, settings: defaultChainSettings })
	const chosen = async (preferences: object, named?: string) => {
		writeFileSync(join(home, 'preferences.json'), JSON.stringify(preferences))
		return (await signingKey(keyring, home, named)).name
	}
	await keyring.addWatchOnly('watched', 'chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q')
	await keyring.create('member')
	await keyring.addMultisig('family', 1, ['member'])
	await keyring.delete('member')
	expect(await chosen({})).toBe('family')
	const { key } = await keyring.create('first')
	await keyring.create('second')
	expect(await chosen({})).toBe('first')
	expect(await chosen({ key: 'second' })).toBe('second')
	expect(await chosen({ key: 'family' })).toBe('family')
	expect(await chosen({ key: 'watched' })).toBe('first')
	expect(await chosen({ key: 'second' }, 'watched')).toBe('watched')
	expect(await chosen({}, key.address)).toBe('first')
	await expect(chosen({}, 'x')).rejects.toMatchObject({
		...{ message: 'x: key not found', next: 'See the names with `chain-tui keys list`.' },
	})
	for (const name of ['first', 'second', 'family']) await keyring.delete(name)
	await expect(chosen({ key: 'watched' })).rejects.toMatchObject({
		...{ message: 'There is no key to sign with.', next: expect.stringContaining('`chain-tui keys add alice`') },
	})
})
