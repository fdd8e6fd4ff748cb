import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lossyOutput } from '../../../src/util/lossyOutput.ts'

let path: string
let pipe: number
beforeEach(() => {
	path = join(tmpdir(), `lossy-output-${process.pid}`)
	execFileSync('mkfifo', [path])
	// One end for both directions, as a program has it whose reader is still there and does not read.
	pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
})
afterEach(() => {
	closeSync(pipe)
	rmSync(path)
})

/** Fills the pipe to its last byte. */
function fill(): void {
	const block = Buffer.alloc(4096, '.')
	for (const bytes of [block, block.subarray(0, 1)]) {
		try {
			for (;;) writeSync(pipe, bytes)
		} catch (cause) {
			expect(cause).toMatchObject({ code: 'EAGAIN' })
		}
	}
}

/** Reads what the pipe holds, without what filled it. */
function drain(): string {
	const bytes = Buffer.alloc(1_000_000)
	let length = 0
	try {
		for (;;) length += readSync(pipe, bytes, { offset: length })
	} catch (cause) {
		expect(cause).toMatchObject({ code: 'EAGAIN' })
	}
	return bytes.toString('utf8', 0, length).replaceAll('.', '')
}

it.skipIf(process.platform === 'win32')(
	'a line for a full pipe that nobody reads is dropped, and the next one tells of it',
	() => {
		const output = lossyOutput(pipe, (lost, why) => `(${lost} lost: ${why})\n`)
		output.write('first\n')
		expect(drain()).toBe('first\n')
		fill()
		output.write('second\n')
		expect(output.lost).toBe(1)
		expect(drain()).toBe('')
		output.write('third\n')
		expect(output.lost).toBe(0)
		expect(drain()).toBe('(1 lost: EAGAIN)\nthird\n')
	},
)
