import { PassThrough } from 'node:stream'

/**
 * The `stdin` of Ink. It is silent, because keys come from the input decoder. Ink only sets raw mode on it, which the
 * terminal's life cycle owns.
 */
export function inkInput(): NodeJS.ReadStream {
	const stream = new PassThrough()
	return Object.assign(stream, {
		isTTY: true,
		isRaw: true,
		fd: -1,
		setRawMode: () => stream,
		ref: () => stream,
		unref: () => stream,
	}) as unknown as NodeJS.ReadStream
}
