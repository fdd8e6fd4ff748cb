import { expect, it } from 'vitest'
import { parseAbciAddress } from '../../../src/abciSocket/AbciAddress.ts'

it.each([
	['tcp://127.0.0.1:26658', { kind: 'tcp', host: '127.0.0.1', port: 26_658 }],
	['0.0.0.0:1', { kind: 'tcp', host: '0.0.0.0', port: 1 }],
	[':0', { kind: 'tcp', host: '127.0.0.1', port: 0 }],
	['tcp://:65535', { kind: 'tcp', host: '127.0.0.1', port: 65_535 }],
	['tcp://[::1]:7', { kind: 'tcp', host: '::1', port: 7 }],
	['tcp://engine.example:7', { kind: 'tcp', host: 'engine.example', port: 7 }],
	['unix:///run/app.sock', { kind: 'unix', path: '/run/app.sock' }],
	['unix://app', { kind: 'unix', path: 'app' }],
])('the address %s of an application is read', (text, address) => expect(parseAbciAddress(text)).toEqual(address))

it.each(['', '127.0.0.1', 'tcp://127.0.0.1', 'tcp://127.0.0.1:65536', ':123456', 'http://x:1', 'unix://', '::1:7'])(
	'an address %j of an application is refused with what to give',
	(text) =>
		expect(() => parseAbciAddress(text)).toThrow(
			expect.objectContaining({
				message: `--address cannot be "${text}".`,
				next: 'Give tcp://127.0.0.1:26658 or unix:///path/of/a/socket, as the proxy_app of the engine.',
			}),
		),
)
