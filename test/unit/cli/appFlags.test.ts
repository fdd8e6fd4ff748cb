import { expect, it } from 'vitest'
import { appFlags } from '../../../src/cli/appFlags.ts'
import { settings } from '../../../src/node/settings.ts'

it.each([
	[[], {}],
	[['--home', '/tmp/x', '--block-interval=500ms', '--admin'], { home: '/tmp/x', blockInterval: '500ms', admin: true }],
	[
		['--node', 'http://127.0.0.1:1', '--rest-url', 'http://127.0.0.1:2'],
		{ node: 'http://127.0.0.1:1', restUrl: 'http://127.0.0.1:2' },
	],
	[['--accessible'], { accessible: true }],
	[['--eth-url', 'http://127.0.0.1:3'], { ethUrl: 'http://127.0.0.1:3' }],
])('%j starts the app with these flags', (argv, flags) => {
	expect(appFlags(argv)).toEqual(flags)
})

it('every setting of a node is a flag of the app', () => {
	for (const { name, flag } of settings) {
		const [word = '', value] = flag.split(' ')
		expect(appFlags(value === undefined ? [word] : [word, 'x'])).toEqual({ [name]: value === undefined ? true : 'x' })
	}
})

it.each([
	[['status']],
	[['--keyring-backend', 'memory']],
	[['--help']],
	[['-V']],
	[['--home']],
	[['--nonsense']],
	[['--home', 'x', 'keys', 'list']],
])('%j is left to the command tree', (argv) => {
	expect(appFlags(argv)).toBeUndefined()
})
