import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keytarProcess } from '../../../src/keyring/keytarProcess.ts'

const folder = mkdtempSync(join(tmpdir(), 'keytar-process-'))
const file = join(folder, 'keytar.cjs')
// The native package needs a desktop; this one answers as it would, in an order and with ends that a test can choose.
writeFileSync(
	file,
	`const held = []
exports.getPassword = async (service, account) => {
	if (account === 'held') await new Promise((resolve) => held.push(resolve))
	if (account === 'slow') await new Promise((resolve) => setTimeout(resolve, 150))
	return account === 'nobody' ? null : service + '/' + account + '/' + process.pid
}
exports.setPassword = async () => { for (const resolve of held.splice(0)) resolve() }
exports.deletePassword = async (service, account) => {
	if (account === 'text') throw 'a text of a library'
	throw new Error('the collection is locked')
}
exports.findCredentials = (service) => {
	if (service === 'exit') process.exit(3)
	if (service === 'signal') process.kill(process.pid, 'SIGKILL')
	return [{ account: 'alice', password: 'x' }]
}
`,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the process of the key store gives each question its own answer, whichever comes first', async () => {
	const store = keytarProcess(1, file)
	const order: string[] = []
	const held = store.getPassword('a', 'held').then((answer) => {
		order.push('held')
		return answer
	})
	const [first, nobody, found] = await Promise.all([
		store.getPassword('a', 'first'),
		store.getPassword('a', 'nobody'),
		store.findCredentials('a'),
	])
	order.push('others')
	const pid = first!.split('/')[2]
	expect([first, nobody, found]).toEqual([`a/first/${pid}`, null, [{ account: 'alice', password: 'x' }]])
	// The process rests only when no question is open, however short its rest is.
	await store.setPassword('a', 'b', 'c')
	expect(await held).toBe(`a/held/${pid}`)
	expect(order).toEqual(['others', 'held'])
})

test('a refusal of the key store is told in its words, and the next question is answered', async () => {
	const store = keytarProcess(1, file)
	await expect(store.deletePassword('a', 'b')).rejects.toThrow(/^the collection is locked$/)
	await expect(store.deletePassword('a', 'text')).rejects.toThrow(/^a text of a library$/)
	expect(await store.getPassword('a', 'nobody')).toBeNull()
})

test('the process of the key store does not rest while a question is open that came in its last moment', async () => {
	const store = keytarProcess(50, file)
	const first = await store.getPassword('a', 'first')
	const slow = store.getPassword('a', 'slow')
	expect(await store.getPassword('a', 'first')).toBe(first)
	expect(await slow).toBe(first!.replace('first', 'slow'))
})

test.each([
	['signal', 'it gave no secret (SIGKILL); its password was not entered'],
	['exit', 'it gave no secret (status 3); its password was not entered'],
])(
	'every open question of a process of the key store that ends by %s is refused, and the next starts another, which rests',
	async (end, message) => {
		const store = keytarProcess(1, file)
		const open = [store.getPassword('a', 'held'), store.findCredentials(end)]
		expect(await Promise.allSettled(open)).toEqual(
			open.map(() => ({ status: 'rejected', reason: expect.objectContaining({ name: 'BugError', message }) })),
		)
		const next = await store.getPassword('a', 'first')
		// After its rest a later process answers.
		await expect.poll(() => store.getPassword('a', 'first'), { interval: 50 }).not.toBe(next)
	},
)
