import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { createEndpointsClient } from '../../../src/endpoints/client/createEndpointsClient.ts'
import { openStorage } from '../../../src/endpoints/storage/openStorage.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { seededRandom } from '../../support/random.js'
import { startService, type TestService } from '../endpoints/support/service.ts'
import { cli } from './testCli.ts'

const seed = Number(process.env.CHAIN_TUI_SEED ?? 1)
const random = seededRandom(seed)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

const mnemonic =
	'ribbon ocean sting lamp hire civil corn giraffe exhaust can vessel ball gain shaft wise young coin diagram man unfair lawsuit oxygen inmate endorse'
const hex = 'c0ffee00112233445566778899aabbccddeeff00112233445566778899aabbcc'
const password = 'correct-zebra-battery-staple'
const key = 'ck_live_0123456789abcdefghijklmnopqrstuvwxyz'

/** A way in which a mnemonic reaches a field that does not want it so. */
function malformed(): string {
	const words = mnemonic.split(' ').slice(0, pick([11, 12, 13, 23, 24, 24, 24]))
	if (random() < 0.4) words[Math.floor(random() * words.length)] = pick(['ribbom', 'ocaen', 'x', 'Lamp'])
	const text = pick([
		() => words.join(', '),
		() => words.join(','),
		() => words.join(';'),
		() => words.join('\n'),
		() => words.join(' - '),
		() => words.join('_'),
		() => words.join(''),
		() => words.join('  '),
		() => words.map((word, i) => `${i + 1}. ${word}`).join(' '),
		() => words.map((word, i) => `${i + 1}.${word}`).join('\n'),
		() => `"${words.join('" "')}"`,
		() => words.join(' ').toUpperCase(),
	])()
	return pick([text, `${text} `, ` ${text}`, `${text}.`])
}

const malformedHex = (): string =>
	pick([
		hex,
		`0x${hex}`,
		hex.toUpperCase(),
		hex.slice(1),
		`${hex}0`,
		`${hex.slice(0, 32)} ${hex.slice(32)}`,
		`${hex}\n`,
		`key: ${hex}`,
	])

/** Everything that was said anywhere. */
const said: string[] = []

/** The text of what goes wrong, with all that hangs on it as a log would print it. */
async function faultOf(work: () => Promise<unknown> | unknown): Promise<void> {
	try {
		await work()
	} catch (fault) {
		said.push(fault instanceof UserError ? fault.text : String(fault), fault instanceof Error ? fault.message : '')
	}
}

function leaks(text: string): string | undefined {
	const letters = text.toLowerCase().replace(/[^a-z]/g, '')
	const words = mnemonic.split(' ')
	for (let i = 0; i + 2 < words.length; i++)
		if (letters.includes(words.slice(i, i + 3).join(''))) return words.slice(i, i + 3).join(' ')
	const plain = text.toLowerCase().replace(/[\s"']/g, '')
	for (let i = 0; i + 16 <= hex.length; i++) if (plain.includes(hex.slice(i, i + 16))) return hex.slice(i, i + 16)
	for (const secret of [password, key]) if (plain.includes(secret)) return secret
	return undefined
}

function expectSilence(): void {
	expect(said.length).toBeGreaterThan(0)
	for (const text of said.splice(0)) expect(leaks(text) && `${leaks(text)} in: ${text}`).toBe(undefined)
}

const home = mkdtempSync(join(tmpdir(), 'chain-tui-secrets-'))
let service: TestService
beforeAll(async () => {
	service = await startService()
})
afterAll(async () => {
	await service.close()
	rmSync(home, { recursive: true, force: true })
})

const rounds = process.env.CHAIN_TUI_FULL === '1' ? 2000 : 60

describe(`no secret is repeated by an error or a log line (seed ${seed})`, () => {
	it('the check itself finds what it looks for', () => {
		for (const text of ['sting, lamp,\nhire', 'RibbonOceanSting', `x ${hex.slice(8, 30)} y`, `a ${password} b`]) {
			expect(leaks(text)).toBeDefined()
		}
		expect(leaks('an ocean of lamps for hire')).toBe(undefined)
	})

	it('the keyring repeats no secret, whichever field it is pasted into', async () => {
		const options = { folder: join(home, 'keyring'), settings: defaultChainSettings, backend: 'file' as const }
		const keyring = await openKeyring({ ...options, cost: { memoryKiB: 8, iterations: 1, parallelism: 1 } })
		await keyring.unlock(password)
		await keyring.create('own')
		for (let round = 0; round < rounds; round++) {
			const secret = random() < 0.7 ? malformed() : malformedHex()
			const name = `n${round}`
			for (const work of [
				() => keyring.importMnemonic(name, `${secret} ${pick(['', 'zzz'])}`).then(() => keyring.delete(name)),
				() => keyring.importMnemonic(secret, secret),
				() => keyring.importMnemonic(name, mnemonic, { path: secret }),
				() => keyring.importPrivateKey(name, secret).then(() => keyring.delete(name)),
				() => keyring.importKey(name, secret, password),
				() => keyring.addWatchOnly(name, secret),
				() => keyring.addMultisig(name, 1, [secret, 'own']),
				() => keyring.create(secret),
				() => keyring.rename('own', secret),
				() => keyring.rename(secret, 'own'),
				() => keyring.delete(secret),
				() => keyring.exportPrivateKey(secret),
				() => keyring.sign(secret, new Uint8Array(1)),
				() => keyring.unlock(secret),
			]) {
				await faultOf(work)
			}
		}
		for (const { name } of await keyring.list()) said.push(name)
		expectSilence()
	})

	it('a command repeats no secret, as an argument, on standard input or typed', async () => {
		const flags = ['--home', join(home, 'cli'), '--keyring-backend', 'file']
		const env = { CHAIN_TUI_PASSPHRASE: password, CHAIN_TUI_EXPORT_PASSPHRASE: password }
		const run = async (args: readonly string[], stdin?: string): Promise<void> => {
			const { stdout, stderr } = await cli([...args, ...flags], { env, ...(stdin === undefined ? {} : { stdin }) })
			said.push(stdout, stderr)
		}
		for (let round = 0; round < Math.max(3, rounds / 20); round++) {
			const secret = random() < 0.7 ? malformed() : malformedHex()
			await run(['keys', 'add', `n${round}`, '--recover'], `${secret} zzz`)
			await run(['keys', 'add', secret])
			await run(['keys', 'show', secret])
			await run(['keys', 'delete', secret, '-y'])
			await run(['keys', 'import', `n${round}`, secret])
			await run(['keys', 'import', `n${round}`, '-', '--hex'], `${secret}q`)
			await run(['keys', 'import', `n${round}`, '-'], secret)
			await run(['keys', 'add', `n${round}`, '--watch', secret])
			await run(['keys', 'add', `n${round}`, '--hd-path', secret])
			await run(['keys', 'add', `n${round}`, '--account', secret])
			await run(['keys', secret])
			await run([secret])
			await run(['--output', secret, 'keys', 'list'])
			await run(['tx', 'greet', 'create-greeting', 'hi', '--from', secret, '--offline'])
		}
		await run(['status', '--node', `http://user:${password}@127.0.0.1:1`])
		await run(['account', 'chain1x', '--rest-url', `http://user:${password}@127.0.0.1:1`])
		await run(['start', '--database', `postgres://user:${password}@127.0.0.1:1/db`, '--rpc', 'nonsense'])
		await run(['config', 'database', `mysql://user:${password}@host/db`])
		expectSilence()
	})

	it('the endpoint service, its client, its log and its database repeat no secret', async () => {
		const client = createEndpointsClient(service.endpoints.url, undefined)
		for (const work of [
			() => client.logIn('nobody@example.com', password),
			() => client.signUp(password, password),
			() => client.signUp('a@example.com', password).then(() => client.signUp('a@example.com', password)),
			() => client.createProject({ name: `${password} ${mnemonic}` }),
			() => client.createProject({ name: 'x'.repeat(500) + password }),
			() => openStorage(`postgres://user:${password}@127.0.0.1:1/db`),
			() => openStorage(`mysql://user:${password}@127.0.0.1/db`),
			() => openStorage(`user:${password}@127.0.0.1/db`),
			() => openStorage(`postgres://user:${password}:${password}@[bad/db`),
		]) {
			await faultOf(work)
		}
		for (const path of ['/v1/', `/v1/${'0'.repeat(32)}`, '/manage/v1/me', '/metrics']) {
			const headers = { 'x-api-key': key, 'content-type': 'application/json', authorization: `Bearer ${key}` }
			const reply = await fetch(`${service.endpoints.url}${path}`, { method: 'POST', headers, body: `{"key":"${key}"` })
			said.push(await reply.text())
		}
		said.push(...service.lines)
		expectSilence()
	})

	it('the files of a home repeat no secret, but for what holds them encrypted', () => {
		for (const file of readdirSync(home, { recursive: true, withFileTypes: true })) {
			if (file.isFile()) said.push(readFileSync(join(file.parentPath, file.name), 'latin1'))
		}
		expectSilence()
	})
})
