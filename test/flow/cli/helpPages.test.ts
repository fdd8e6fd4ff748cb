import { describe, expect, test } from 'vitest'
import { settings } from '../../../src/node/settings.ts'
import { programVersion } from '../../../src/node/version.ts'
import { cli } from './testCli.ts'

const page = async (line: string): Promise<string> => {
	const { exit, stdout, stderr } = await cli(line.split(' '))
	expect([exit, stderr]).toEqual([0, ''])
	return stdout
}
const refused = async (line: string): Promise<string> => {
	const { exit, stdout, stderr } = await cli(line.split(' '))
	expect([exit, stdout]).toEqual([1, ''])
	return stderr
}

const globals = `Global Flags:
      --node <url>            node to talk to, such as http://127.0.0.1:26657; the home's own running node when left out
  -o, --output <format>       how results are printed: text or json (default "text")
      --home <dir>            folder of the chain, keys and logs
      --chain-id <id>         name of the chain; a genesis file brings its own
      --prefix <text>         bech32 prefix of addresses
      --denom <text>          native denomination, a micro-unit
      --coin-type <n>         SLIP-44 coin type of new keys
      --amino-brand <brand>   names in amino JSON: chain (chain-sdk/…, chain/…, reads those of cosmos too) or cosmos (cosmos-sdk/…, tendermint/…)
`

describe('help pages have the layout of the framework', () => {
	const greet = `querying commands for the greet module

Usage:
  chain-tui query greet [flags]
  chain-tui query greet [command]

Available Commands:
  list-greetings list all greetings
  get-greeting   shows a greeting

Flags:
  -h, --help   this page

${globals}
Use "chain-tui query greet [command] --help" for more information about a command.
`

	test.each(['query greet --help', 'q greet -h', 'query greet'])('the help page of a group: %s', async (line) => {
		expect(await page(line)).toBe(greet)
	})

	test('the help page of a group that has groups, or a single command, names them with what they are for', async () => {
		const text = await page('tx --help')
		expect(text.slice(text.indexOf('Available'), text.indexOf('\n\nFlags'))).toBe(`Available Commands:
  sign      sign a transaction generated offline
  multisign put signatures of a threshold account together
  broadcast broadcast transactions generated offline
  encode    encode a transaction in JSON as base64 of its bytes
  decode    decode the bytes of a transaction, base64, to JSON
  simulate  run a signed transaction without effect and print its gas, log and events
  greet     greet transactions subcommands
  bank      bank transaction subcommands`)
		expect(await page('tx greet')).toBe(`greet transactions subcommands

Usage:
  chain-tui tx greet [flags]
  chain-tui tx greet [command]

Available Commands:
  create-greeting creates a new greeting

Flags:
  -h, --help   this page

${globals}
Use "chain-tui tx greet [command] --help" for more information about a command.
`)
	})

	test('the help page of a command has its details, its examples and its own flags first', async () => {
		expect(await page('logs --help')).toBe(`print what the node of the home has logged, also before it stopped

Lines for people on a terminal; piped, or with --output json, a line of JSON each.

Examples:
  chain-tui logs -f
  chain-tui logs -n 200 --level warn

Usage:
  chain-tui logs [flags]

Flags:
  -f, --follow          go on with what comes; Ctrl-C ends it
  -n, --lines <n>       newest lines to begin with (default "50")
      --level <level>   least urgent lines to print (default "info")
  -h, --help            this page

${globals}`)
	})

	test('the help page of a command with arguments and one example', async () => {
		expect(await page('query block -h')).toBe(`get the block at a height, the latest when left out

Example:
  chain-tui q block 5

Usage:
  chain-tui query block [height] [flags]

Flags:
  -h, --help   this page

${globals}`)
	})

	test('a command shows the settings it takes among the global flags, and no flag that is an alias', async () => {
		const text = await page('greet --help')
		expect(text).toContain('\n      --minimum-gas-prices <coins>   ')
		expect(text).not.toContain('--yes')
		for (const absent of ['--block-mode', '--accessible', '--keyring-dir', '--version', '--rest-url']) {
			expect(text).not.toContain(absent)
		}
	})

	test('the help page of the program has every command, every setting and no global flags', async () => {
		const text = await page('--help')
		expect(text).toMatch(
			/^A whole small blockchain in your terminal\.\n\nUsage:\n {2}chain-tui \[flags\]\n {2}chain-tui \[command\]\n\nAvailable Commands:\n {2}start {12}run the node alone until it is stopped\n/,
		)
		expect(text).toMatch(/\n\nFlags:\n {2}-V, --version {22}version of this program\n/)
		for (const { flag, description } of settings) expect(text).toContain(`      ${flag.padEnd(28)}   ${description}\n`)
		expect(text).not.toContain('Global Flags')
		expect(text).toMatch(
			/\n {2}-h, --help {25}this page\n\nUse "chain-tui \[command\] --help" for more information about a command\.\n$/,
		)
		expect(await page('-V')).toBe(`${programVersion}\n`)
	})
})

test('the program without a command is the app, which says what to run where there is no terminal', async () => {
	expect(await cli([])).toEqual({
		exit: 1,
		stdout: '',
		stderr:
			'Error: The app needs a terminal, and this is not one.\nRun it in a terminal, or run `chain-tui start` for the node alone and `chain-tui --help` for the commands.\n',
	})
})

describe('a wrong call is told in one line, with the page that helps', () => {
	test.each([
		// The nearest of several, whichever stands first.
		['statu', 'unknown command "statu" for "chain-tui"', 'Did you mean status? See chain-tui --help.'],
		['stars', 'unknown command "stars" for "chain-tui"', 'Did you mean start? See chain-tui --help.'],
		['resetab', 'unknown command "resetab" for "chain-tui"', 'Did you mean reset? See chain-tui --help.'],
		['restabc', 'unknown command "restabc" for "chain-tui"', 'See chain-tui --help.'],
		// Three signs more are too many, two others are not.
		['resetabc', 'unknown command "resetabc" for "chain-tui"', 'See chain-tui --help.'],
		['spazus', 'unknown command "spazus" for "chain-tui"', 'Did you mean status? See chain-tui --help.'],
		['help', 'unknown command "help" for "chain-tui"', 'See chain-tui --help.'],
		['rset', 'unknown command "rset" for "chain-tui"', 'Did you mean reset? See chain-tui --help.'],
		['snapshot', undefined, undefined],
		['snapshot lst', 'unknown command "lst" for "snapshot"', 'Did you mean list? See chain-tui snapshot --help.'],
		['eth call Wall', 'requires at least 2 arg(s), only received 1', 'See chain-tui eth call --help.'],
		['faucet', 'accepts between 1 and 2 arg(s), received 0', 'See chain-tui faucet --help.'],
		['faucet a 1uchain c', 'accepts between 1 and 2 arg(s), received 3', 'See chain-tui faucet --help.'],
		['q block 1 2', 'accepts at most 1 arg(s), received 2', 'See chain-tui query block --help.'],
		['q tx', 'accepts 1 arg(s), received 0', 'See chain-tui query tx --help.'],
		['logs --level', 'flag needs an argument: --level', 'See chain-tui logs --help.'],
		['logs --nothing', 'unknown flag: --nothing', 'See chain-tui logs --help.'],
		// Before the command a flag is the program's, behind it the command's.
		[
			'--output json node join --rpc http://127.0.0.1:1',
			'required flag(s) "output-dir" not set',
			'See chain-tui node join --help.',
		],
		[
			'--output=json node join --rpc http://127.0.0.1:1',
			'required flag(s) "output-dir" not set',
			'See chain-tui node join --help.',
		],
		[
			'node join --output json --rest-url http://a --output x',
			'required flag(s) "rpc" not set',
			'See chain-tui node join --help.',
		],
		[
			'logs --level loud',
			"option '--level <level>' argument 'loud' is invalid. Allowed choices are info, warn, error.",
			'See chain-tui logs --help.',
		],
		[
			'logs --block-mode manual',
			'--block-mode does nothing for logs',
			'Leave it out. Settings of a node are flags of `start`, or kept with `chain-tui config`. See chain-tui logs --help.',
		],
	])('chain-tui %s', async (line, message, next) => {
		if (message === undefined) expect(await page(line)).toContain('Available Commands:')
		else expect(await refused(line)).toBe(`Error: ${message}\n${next}\n`)
	})
})
