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
	it('knows each number of a key before ~, with each modifier of xterm', () => {
		const names = {
			...{ 1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end' },
			...{ 11: 'f1', 12: 'f2', 13: 'f3', 14: 'f4', 15: 'f5', 17: 'f6', 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10' },
			...{ 23: 'f11', 24: 'f12' },
		}
		for (let number = 0; number < 30; number++) {
			const name = (names as Readonly<Record<number, string>>)[number]
			expect(keys(`\u001b[${number}~`), `${number}`).toEqual(name === undefined ? [] : [name])
		}
		const prefixes = ['', '', 'shift+', 'alt+', 'alt+shift+', 'ctrl+', 'ctrl+shift+', 'ctrl+alt+', 'ctrl+alt+shift+']
		for (const [parameter, prefix] of prefixes.entries()) {
			expect(keys(`\u001b[5;${parameter}~\u001b[1;${parameter}D`)).toEqual([`${prefix}pageup`, `${prefix}left`])
		}
	})

	it('knows the letters of keys after ESC [ and ESC O', () => {
		const names = 'A up B down C right D left F end H home P f1 Q f2 R f3 S f4'.split(' ')
		for (let at = 0; at < names.length; at += 2) {
			for (const introducer of ['[', 'O']) {
				expect(keys(`\u001b${introducer}${names[at]}`), introducer + names[at]).toEqual([names[at + 1]])
			}
		}
		expect(keys('\u001bOM\u001bOX\u001b[X')).toEqual(['enter'])
		expect(keys('\u001b[')).toEqual(['alt+['])
		expect(keys('\u001bO')).toEqual(['alt+O'])
		expect(keys('\u001b]')).toEqual(['alt+]'])
		expect(keys('\u001b[1;')).toEqual([])
	})

	it('knows each control character, alone and after ESC', () => {
		const names: Readonly<Record<number, string>> = {
			...{ 0: 'ctrl+space', 8: 'backspace', 9: 'tab', 10: 'ctrl+j', 13: 'enter', 28: 'ctrl+\\', 29: 'ctrl+]' },
			...{ 30: 'ctrl+^', 31: 'ctrl+_', 32: 'space', 127: 'backspace' },
		}
		for (let code = 0; code <= 32; code++) {
			if (code === 27) continue
			const name = names[code] ?? `ctrl+${String.fromCharCode(code + 96)}`
			expect(keys(String.fromCharCode(code)), `${code}`).toEqual([name])
			const withAlt = name.startsWith('ctrl+') ? `ctrl+alt+${name.slice(5)}` : `alt+${name}`
			expect(keys(`\u001b${String.fromCharCode(code)}`), `alt ${code}`).toEqual([withAlt])
		}
		expect(keys('\u007f\u0080\u009f\u00a0')).toEqual(['backspace', '\u00a0'])
		expect(decode('\u001bx')).toEqual([{ type: 'key', key: { id: 'alt+x' } }])
		expect(decode('\u001b ')).toEqual([{ type: 'key', key: { id: 'alt+space' } }])
	})

	it('knows keys of terminals that send code points', () => {
		expect(keys('\u001b[27u\u001b[9;2u\u001b[32;5u\u001b[97;3u\u001b[127;5u\u001b[128075u')).toEqual([
			'esc',
			'shift+tab',
			'ctrl+space',
			'alt+a',
			'ctrl+backspace',
			'👋',
		])
		expect(keys('\u001b[1114111u\u001b[1114112u\u001b[3u')).toEqual(['\u{10ffff}'])
	})

	it('takes neither a drag nor a move of the mouse for a press, and no reply without an end for typing', () => {
		expect(decode('\u001b[<32;2;2M\u001b[<2;4;3M')).toEqual([{ type: 'mouse', mouse: { kind: 'press', x: 3, y: 2 } }])
		expect(decode('\u001b]11;rgba:f/0f/00ff/f\u0007')).toEqual([
			{ type: 'background', red: 1, green: 15 / 255, blue: 0xff / 0xffff },
		])
		expect(keys(`\u001b]52;c;${'x'.repeat(249)}`)).toEqual([])
		expect(keys(`\u001b]52;c;${'x'.repeat(252)}`)).toEqual(['5', '2', ';', 'c', ';', ...'x'.repeat(252)])
		expect(keys(`\u001b]52;c;${'x'.repeat(250)}`)).toEqual(['5', '2', ';', 'c', ';', ...'x'.repeat(250)])
		expect(keys('\u001b]x')).toEqual(['x'])
		// The other buttons press as the left one does.
		expect(decode('\u001b[<1;2;2M\u001b[<2;2;2m')).toEqual([
			{ type: 'mouse', mouse: { kind: 'press', x: 1, y: 1 } },
			{ type: 'mouse', mouse: { kind: 'release', x: 1, y: 1 } },
		])
	})

	it('a reply that only looks like a paste, a focus or a key with text is none', () => {
		expect(decode('\u001b[200A')).toEqual([{ type: 'key', key: { id: 'up' } }])
		expect(decode('\u001b[?I\u001b[?O\u001b[1I\u001b[1O\u001b[>1A\u001b[I')).toEqual([{ type: 'focus', focused: true }])
		expect(decode('\r\t\u007f')).toEqual(['enter', 'tab', 'backspace'].map((id) => ({ type: 'key', key: { id } })))
		expect(keys('\u001b[1;9D\u001b[1;10A\u001b[1;17D')).toEqual(['left', 'shift+up', 'left'])
	})

	it('an incomplete sequence waits, and the text of a paste does not', () => {
		const decoder = new InputDecoder(() => {})
		const waits = ['a', '\u001b', '[1;', '5C', '\u001b[200~', 'b\u001b', '[201~'].map((chunk) => {
			decoder.push(chunk)
			return decoder.waiting
		})
		expect(waits).toEqual([false, true, true, false, false, false, false])
	})

	it('what follows an ESC [ that begins no sequence is typed', () => {
		expect(keys('\u001b[\u0001x')).toEqual(['ctrl+a', 'x'])
		expect(keys('\u001b[1\u00e9x')).toEqual(['1', 'é', 'x'])
	})

	it('a report of the mouse that names no cell is one of the first cell', () => {
		expect(decode('\u001b[<0M\u001b[<0;3M')).toEqual([
			{ type: 'mouse', mouse: { kind: 'press', x: 0, y: 0 } },
			{ type: 'mouse', mouse: { kind: 'press', x: 2, y: 0 } },
		])
	})

	it('a paste without an end keeps no more than four megabytes', () => {
		const most = 4 * 1024 * 1024
		const events = decode('\u001b[200~', 'x'.repeat(most - 1), 'yzz', '\u001b[201~')
		expect(events.map((event) => (event.type === 'paste' ? [event.text.length, event.text.slice(-2)] : []))).toEqual([
			[most, 'xy'],
		])
	})

	it('a paste of many chunks is one text, with the escapes in it', () => {
		const text = 'a\u001b[20\u001b[31mb\u001b'
		for (let cut = 1; cut < text.length; cut++) {
			expect(decode('\u001b[200~', text.slice(0, cut), text.slice(cut), '\u001b[201~'), `${cut}`).toEqual([
				{ type: 'paste', text },
			])
		}
	})
})
