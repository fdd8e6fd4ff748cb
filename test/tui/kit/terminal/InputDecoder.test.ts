import { describe, expect, it } from 'vitest'
import { InputDecoder } from '../../../../src/tui/kit/terminal/InputDecoder.ts'
import type { InputEvent } from '../../../../src/tui/kit/terminal/Key.ts'

function decode(...chunks: string[]): readonly InputEvent[] {
	const events: InputEvent[] = []
	const decoder = new InputDecoder((event) => events.push(event))
	for (const chunk of chunks) decoder.push(chunk)
	decoder.settle()
	return events
}

function keys(...chunks: string[]): readonly string[] {
	return decode(...chunks).flatMap((event) => (event.type === 'key' ? [event.key.id] : []))
}

describe('InputDecoder', () => {
	it('splits keys that arrive together', () => {
		expect(keys('jjG')).toEqual(['j', 'j', 'G'])
		expect(keys('a\u001b[Ab')).toEqual(['a', 'up', 'b'])
	})

	it('tells the text of printable keys', () => {
		expect(decode('é👋 ')).toEqual([
			{ type: 'key', key: { id: 'é', text: 'é' } },
			{ type: 'key', key: { id: '👋', text: '👋' } },
			{ type: 'key', key: { id: 'space', text: ' ' } },
		])
	})

	it('tells Backspace from Delete, and Enter from Ctrl-J', () => {
		expect(keys('\u007f', '\b', '\u001b[3~', '\r', '\n')).toEqual([
			'backspace',
			'backspace',
			'delete',
			'enter',
			'ctrl+j',
		])
	})

	it('knows arrows, pages, function keys and modifiers', () => {
		expect(keys('\u001b[A\u001bOB\u001b[5~\u001b[6~\u001b[H\u001b[4~\u001bOP\u001b[24~')).toEqual([
			'up',
			'down',
			'pageup',
			'pagedown',
			'home',
			'end',
			'f1',
			'f12',
		])
		expect(keys('\u001b[1;5C\u001b[1;2A\u001b[Z\u001bb\u001b\r\u000b')).toEqual([
			'ctrl+right',
			'shift+up',
			'shift+tab',
			'alt+b',
			'alt+enter',
			'ctrl+k',
		])
		expect(keys('\u001b[13;2u')).toEqual(['shift+enter'])
	})

	it('takes ESC alone as Escape once nothing follows', () => {
		expect(keys('\u001b')).toEqual(['esc'])
		expect(keys('\u001b', '[A')).toEqual(['up'])
		expect(keys('\u001b\u001b')).toEqual(['esc', 'esc'])
	})

	it('joins sequences cut anywhere', () => {
		const whole = 'x\u001b[1;5Cy\u001b[<0;10;5M\u001b[200~pasted\u001b[201~\u001b]11;rgb:ffff/ffff/ffff\u0007z'
		const expected = decode(whole)
		for (let cut = 1; cut < whole.length; cut++) {
			const events: InputEvent[] = []
			const decoder = new InputDecoder((event) => events.push(event))
			decoder.push(whole.slice(0, cut))
			decoder.push(whole.slice(cut))
			expect(events, `cut at ${cut}`).toEqual(expected)
		}
	})

	it('keeps mouse, focus and colour replies apart from typing', () => {
		expect(
			decode('\u001b[<0;10;5M\u001b[<0;10;5m\u001b[<64;1;1M\u001b[<65;1;1M\u001b[<35;3;3M\u001b[I\u001b[O'),
		).toEqual([
			{ type: 'mouse', mouse: { kind: 'press', x: 9, y: 4 } },
			{ type: 'mouse', mouse: { kind: 'release', x: 9, y: 4 } },
			{ type: 'mouse', mouse: { kind: 'wheel-up', x: 0, y: 0 } },
			{ type: 'mouse', mouse: { kind: 'wheel-down', x: 0, y: 0 } },
			{ type: 'focus', focused: true },
			{ type: 'focus', focused: false },
		])
		expect(decode('\u001b]11;rgb:0000/8080/ffff\u001b\\')).toEqual([
			{ type: 'background', red: 0, green: 0x8080 / 0xffff, blue: 1 },
		])
	})

	it('gives a paste as one text, whatever it holds', () => {
		expect(decode('\u001b[200~a\r\nb\u001b[31m\u001b', '[201~c')).toEqual([
			{ type: 'paste', text: 'a\nb\u001b[31m' },
			{ type: 'key', key: { id: 'c', text: 'c' } },
		])
	})

	it('never types what it does not understand', () => {
		expect(keys('\u001b[?1;2c\u001b[99~\u001b[1;1R\u009b')).toEqual(['f3'])
	})
})
