import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cli } from './testCli.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-import-calls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const target = join(folder, 'out.json')
const list = join(folder, 'list.txt')
const contract = `0x${'aB'.repeat(20)}`
const nowhere = 'http://127.0.0.1:1'

/** What an import says; one that is stopped at once asks nobody. */
async function said(flags: string, listed = `${contract}\n`, stopped = AbortSignal.abort()): Promise<string> {
	writeFileSync(list, listed)
	const words = flags.split(' ').map((word) => ({ LIST: list, OUT: target, URL: nowhere })[word] ?? word)
	const result = await cli(['import', ...words, '--home', join(folder, 'home')], { stopped })
	expect([result.exit, result.stdout, existsSync(target)]).toEqual([1, '', false])
	return result.stderr
}

const wrong = (message: string) => `Error: ${message}\nSee chain-tui import --help.\n`
const stopped = (again: string) => `Error: The import was stopped.\nRun the same command again: ${again}.\n`

describe('a call of import', () => {
	const which = 'one of --addresses, --all and --holders says which accounts are read'
	const alone = '--contracts goes with --addresses alone: run import again for the other accounts'
	const source = '--from takes the URL of a REST server, or grpc://host:port'
	test.each([
		['--all --output-document OUT', source],
		['--from 127.0.0.1:1317 --all --output-document OUT', source],
		['--from ftp://127.0.0.1 --all --output-document OUT', source],
		['--from URL --all', '--output-document takes the file for the genesis'],
		['--from URL --output-document OUT', which],
		['--from URL --output-document OUT --all --holders uchain', which],
		['--from URL --output-document OUT --all --addresses LIST', which],
		['--from URL --output-document OUT --holders uchain --addresses LIST', which],
		['--contracts grpc://127.0.0.1:1', '--contracts takes the URL of the JSON-RPC of an EVM'],
		['--contracts URL --from URL --addresses LIST --output-document OUT', alone],
		['--contracts URL --holders uchain --addresses LIST --output-document OUT', alone],
		['--contracts URL --all --addresses LIST --output-document OUT', alone],
		['--contracts URL --output-document OUT', '--addresses takes the file with the 0x addresses, one a line'],
		['--contracts URL --addresses LIST', '--output-document takes the file for start --state'],
	])('import %s is a wrong call', async (flags, message) => {
		expect(await said(flags, undefined, new AbortController().signal)).toBe(wrong(message))
	})

	test.each([
		'--from URL --output-document OUT --all',
		'--from grpcs://127.0.0.1:1 --output-document OUT --holders uchain',
		'--from URL --output OUT --addresses LIST',
	])('import %s goes on where it was once it is stopped', async (flags) => {
		expect(await said(flags)).toBe(stopped('it goes on where it was'))
	})
})

describe('the list of contracts of an import', () => {
	const read = (listed: string) => said('--contracts URL --addresses LIST --output-document OUT', listed)

	test.each([
		['0x', 'without digits'],
		[contract.slice(2), 'without 0x'],
		[`${contract}0`, 'with a digit too many'],
		[contract.slice(0, -1), 'with a digit too few'],
		[`${contract} 0x`, 'with a slot without digits'],
		[`${contract} 0x1 0x${'1'.repeat(65)}`, 'with a slot that is too long'],
		[`${contract} 7`, 'with a slot without 0x'],
	])('the list of contracts has no line %s, an address %s', async (line) => {
		const shown = `"${line.slice(0, 80)}" is no 0x address, with the 0x slots that it shall have`
		expect(await read(`${contract}\n ${line} \n`)).toBe(wrong(shown))
	})

	test.each(['', '\n \n# nothing\n', `# ${contract}`])('the list of contracts %j has no address', async (listed) => {
		expect(await read(listed)).toBe(wrong(`${list} has no address`))
	})

	test('the list of contracts has addresses with their slots, blank lines and remarks', async () => {
		const listed = `# ours\r\n\r\n ${contract} 0x0, 0x${'f'.repeat(64)}\r\n${contract.toUpperCase().replace('X', 'x')},0x1\n`
		expect(await read(listed)).toBe(stopped('it begins anew'))
	})
})
