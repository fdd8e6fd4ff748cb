import { PassThrough } from 'node:stream'

/** The `stdin` of Ink: silent, as keys come from the decoder; its raw mode is the terminal's life cycle's own. */
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
