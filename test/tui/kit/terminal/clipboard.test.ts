import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CopiedSecrets, type SystemClipboard } from '../../../../src/tui/kit/terminal/CopiedSecrets.ts'
import { copySecret, copyText, osc52, systemClipboard } from '../../../../src/tui/kit/terminal/clipboard.ts'

let directory: string
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'chain-tui-clipboard-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** A clipboard in memory; one without a display takes nothing. */
function desk(hasDisplay = true): SystemClipboard & { held: string } {
	return {
		held: '',
		async read() {
			return this.held
		},
		async write(text) {
			if (!hasDisplay) throw new TypeError('no display')
			this.held = text
		},
	}
}

/** Copies a text; tells where it went and what the terminal got. */
async function copied(text: string, system: SystemClipboard | undefined) {
	const sent: string[] = []
	const secrets = new CopiedSecrets({ system: undefined })
	const result = await copyText(text, { send: (sequence) => sent.push(sequence), directory, system, secrets })
	return { result, sent }
}

const most = 'x'.repeat(74_000)

describe('a copied text', () => {
	it('goes to the desktop and by the terminal, which may be elsewhere', async () => {
		const system = desk()
		expect(await copied('words', system)).toEqual({ result: { to: 'clipboard' }, sent: [osc52('words')] })
		expect(system.held).toBe('words')
		expect(osc52('ä')).toBe('\u001b]52;c;w6Q=\u0007')
	})

	it('goes by the terminal alone without a desktop, or with one that takes nothing', async () => {
		const wanted = { result: { to: 'terminal' }, sent: [osc52(most)] }
		expect(await copied(most, undefined)).toEqual(wanted)
		expect(await copied(most, desk(false))).toEqual(wanted)
		expect(readdirSync(directory)).toEqual([])
	})

	it('goes to a file whole, where it is too long for the terminal and no desktop takes it', async () => {
		const path = join(directory, 'copied.txt')
		for (const text of [`${most}x`, 'ä'.repeat(37_001)]) {
			for (const system of [undefined, desk(false)]) {
				expect(await copied(text, system)).toEqual({ result: { to: 'file', path }, sent: [] })
				expect(readFileSync(path, 'utf8')).toBe(text)
				rmSync(path)
			}
		}
		const system = desk()
		expect(await copied(`${most}x`, system)).toEqual({ result: { to: 'clipboard' }, sent: [] })
		expect([system.held.length, readdirSync(directory)]).toEqual([74_001, []])
	})
})

describe('a copied secret', () => {
	it('a copied secret of as many bytes as a terminal takes goes there, and a longer one nowhere', async () => {
		const sent: string[] = []
		const places = {
			send: (sequence: string) => void sent.push(sequence),
			directory,
			secrets: new CopiedSecrets({ system: undefined }),
		}
		expect(await copySecret(most, places)).toEqual({ to: 'terminal' })
		await expect(copySecret(`${most}x`, places)).rejects.toThrow('The secret is not copied.')
		expect(sent).toEqual([osc52(most)])
	})
})

it.skipIf(process.platform !== 'linux')(
	'a desktop is known by its display, and is elsewhere for a session over SSH',
	() => {
		const has = (env: NodeJS.ProcessEnv): boolean => systemClipboard(env) !== undefined
		expect([{}, { DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }].map(has)).toEqual([false, true, true])
		expect(has({ DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22' })).toBe(false)
		expect(has({ WAYLAND_DISPLAY: 'wayland-0', SSH_TTY: '/dev/pts/1' })).toBe(false)
	},
)

it('a desktop is there without a display on the systems that always have one', () => {
	const usual = Object.getOwnPropertyDescriptor(process, 'platform')!
	const has = (platform: string): boolean => {
		Object.defineProperty(process, 'platform', { ...usual, value: platform })
		return systemClipboard({}) !== undefined
	}
	try {
		expect(['darwin', 'win32', 'linux', 'freebsd'].map(has)).toEqual([true, true, false, false])
	} finally {
		Object.defineProperty(process, 'platform', usual)
	}
})
