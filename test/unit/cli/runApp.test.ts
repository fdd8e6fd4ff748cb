import { afterEach, expect, test } from 'vitest'
import type { CliIo } from '../../../src/cli/processIo.ts'
import { runApp, runAppAlone } from '../../../src/cli/runApp.ts'

const before = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY')
afterEach(() => {
	delete (process.stdout as { isTTY?: boolean }).isTTY
	if (before !== undefined) Object.defineProperty(process.stdout, 'isTTY', before)
})

test.each([
	['its input comes from elsewhere', false, true],
	['its output goes elsewhere', true, false],
])('the app is refused where %s than a terminal, with what to run instead', async (_where, interactive, isTTY) => {
	Object.defineProperty(process.stdout, 'isTTY', { value: isTTY, configurable: true })
	await expect(runApp({}, { interactive, env: {} } as unknown as CliIo)).rejects.toMatchObject({
		message: 'The app needs a terminal, and this is not one.',
		next: 'Run it in a terminal, or run `chain-tui start` for the node alone and `chain-tui --help` for the commands.',
	})
})

test('the app tells on standard error why it cannot start, and exits with 1', async () => {
	let told = ''
	const io = { interactive: false, env: {}, stderr: (text: string) => (told += text) } as unknown as CliIo
	expect([await runAppAlone({}, io), told]).toEqual([
		1,
		'Error: The app needs a terminal, and this is not one.\nRun it in a terminal, or run `chain-tui start` for the node alone and `chain-tui --help` for the commands.\n',
	])
})
