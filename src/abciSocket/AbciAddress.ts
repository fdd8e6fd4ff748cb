import { UserError } from '../errors/UserError.ts'

/** Address at which an engine connects to the application. */
export type AbciAddress =
	| { readonly kind: 'tcp'; readonly host: string; readonly port: number }
	| { readonly kind: 'unix'; readonly path: string }

/** An address as engines write it: `tcp://127.0.0.1:26658` or `unix:///path`. @throws {UserError} */
export function parseAbciAddress(text: string): AbciAddress {
	const path = /^unix:\/\/(.+)$/.exec(text)?.[1]
	if (path !== undefined) return { kind: 'unix', path }
	const match = /^(?:tcp:\/\/)?(\[[0-9a-fA-F:]+\]|[^:/]*):(\d{1,5})$/.exec(text)
	const port = Number(match?.[2])
	if (match === null || port > 65_535) {
		throw new UserError(`--address cannot be "${text}".`, {
			next: 'Give tcp://127.0.0.1:26658 or unix:///path/of/a/socket, as the proxy_app of the engine.',
		})
	}
	return { kind: 'tcp', host: (match[1] || '127.0.0.1').replace(/^\[|\]$/g, ''), port }
}
