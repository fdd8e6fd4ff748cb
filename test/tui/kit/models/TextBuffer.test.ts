import { describe, expect, it } from 'vitest'
import { TextBuffer } from '../../../../src/tui/kit/models/TextBuffer.ts'

function edited(text: string, ids: readonly string[], multiline = false): TextBuffer {
	const buffer = new TextBuffer(text, { multiline })
	for (const id of ids) buffer.edit(id.length === 1 ? { id, text: id } : { id })
	return buffer
}

describe('TextBuffer', () => {
	it('inserts at the cursor', () => {
		expect(edited('held', ['left', 'left', 'x']).text).toBe('hexld')
		expect(edited('ac', ['left', 'b']).text).toBe('abc')
	})

	it('takes keys that are text or edit it, and leaves the others', () => {
		const buffer = new TextBuffer('one two')
		const taken = [{ id: 'x', text: 'x' }, { id: 'left' }, { id: 'up' }, { id: 'f1' }].map((key) => buffer.edit(key))
		expect(taken).toEqual([true, true, false, false])
	})

	it('goes to the ends of words over any blanks between them', () => {
		const at = (id: string, count: number): number => {
			const buffer = edited('  one  two ', id === 'alt+b' ? [] : ['home'])
			for (let index = 0; index < count; index++) buffer.edit({ id })
			return buffer.around(99, 0).cursor
		}
		expect([0, 1, 2, 3].map((count) => at('alt+b', count))).toEqual([11, 7, 2, 0])
		expect([0, 1, 2, 3].map((count) => at('alt+f', count))).toEqual([0, 5, 10, 11])
	})

	it('takes an emoji as one step', () => {
		expect(edited('a👩‍💻b', ['left', 'backspace']).text).toBe('ab')
		expect(edited('👨‍👩‍👧', ['backspace']).text).toBe('')
	})

	it('joins a combining mark with the letter before it', () => {
		const buffer = new TextBuffer('e')
		buffer.insert('\u0301')
		expect(buffer.edit({ id: 'backspace' })).toBe(true)
		expect(buffer.text).toBe('')
	})

	it('edits as a shell does', () => {
		expect(edited('one two three', ['ctrl+w']).text).toBe('one two ')
		expect(edited('one two', ['ctrl+u']).text).toBe('')
		expect(edited('one two', ['ctrl+a', 'ctrl+k']).text).toBe('')
		expect(edited('one two', ['home', 'delete', 'end', 'x']).text).toBe('ne twox')
		expect(edited('one two', ['alt+b', 'x']).text).toBe('one xtwo')
	})

	it('keeps to one line unless it is a field of several', () => {
		const one = new TextBuffer('')
		one.insert('a\nb')
		expect(one.text).toBe('a b')
		expect(edited('a', ['ctrl+j', 'b'], true).text).toBe('a\nb')
	})

	it('moves between lines and leaves at the first and the last', () => {
		expect(edited('ab\ncd', ['up', 'x'], true).text).toBe('abx\ncd')
		expect(new TextBuffer('ab', { multiline: true }).edit({ id: 'up' })).toBe(false)
	})
	it.each([
		['one two', ['ctrl+b', 'x'], 'one twxo'],
		['one two', ['home', 'right', 'x'], 'oxne two'],
		['one two', ['home', 'ctrl+f', 'ctrl+f', 'x'], 'onxe two'],
		['one two', ['home', 'left', 'x'], 'xone two'],
		['one two', ['right', 'x'], 'one twox'],
		['one  two', ['ctrl+left', 'x'], 'one  xtwo'],
		['one  two ', ['alt+b', 'x'], 'one  xtwo '],
		['one  two', ['home', 'alt+f', 'x'], 'onex  two'],
		['one  two', ['home', 'ctrl+right', 'ctrl+right', 'x'], 'one  twox'],
		['one  two', ['home', 'alt+f', 'alt+f', 'alt+f', 'x'], 'one  twox'],
		['one two', ['home', 'alt+b', 'x'], 'xone two'],
		['one two', ['left', 'ctrl+d'], 'one tw'],
		['one two', ['delete'], 'one two'],
		['one two', ['home', 'backspace'], 'one two'],
		['one two', ['alt+backspace'], 'one '],
		['one two', ['left', 'ctrl+w'], 'one o'],
		['one two', ['left', 'left', 'ctrl+u'], 'wo'],
		['one two', ['left', 'left', 'ctrl+k'], 'one t'],
		['one two', ['ctrl+a', 'x', 'ctrl+e', 'y'], 'xone twoy'],
		['one two', ['home', 'home', 'x'], 'xone two'],
		['abcd', ['left', 'left', 'backspace', 'x'], 'axcd'],
		['abcd', ['left', 'left', 'delete', 'x'], 'abxd'],
		['  ', ['ctrl+w', 'x'], 'x'],
		[' a', ['ctrl+w', 'x'], ' x'],
	])('text %j becomes by the keys %j %j', (text, ids, wanted) => {
		expect(edited(text, ids).text).toBe(wanted)
	})

	it.each([
		['abc\nde\nfgh', ['up', 'x'], 'abc\ndex\nfgh'],
		['abc\nde\nfgh', ['up', 'up', 'x'], 'abxc\nde\nfgh'],
		['abc\nde\nfgh', ['left', 'left', 'up', 'x'], 'abc\ndxe\nfgh'],
		['abc\nde\nfgh', ['up', 'up', 'down', 'down', 'x'], 'abc\nde\nfgxh'],
		['abc\nde\nfgh', ['up', 'home', 'x'], 'abc\nxde\nfgh'],
		['abc\nde\nfgh', ['up', 'home', 'end', 'x'], 'abc\ndex\nfgh'],
		['abc\nde', ['home', 'ctrl+u', 'x'], 'abc\nxde'],
		['abc\nde', ['up', 'ctrl+k', 'x'], 'abx\nde'],
		['abc\nde', ['home', 'backspace'], 'abcde'],
		['a', ['alt+enter', 'b'], 'a\nb'],
		['a', ['shift+enter', 'b'], 'a\nb'],
		['\nab', ['up', 'x'], 'x\nab'],
		['\nab', ['up', 'end', 'x'], 'x\nab'],
		['a\n\nbc', ['up', 'x'], 'a\nx\nbc'],
		['ab\n\ncd', ['up', 'up', 'end', 'down', 'x'], 'ab\nx\ncd'],
		['ab\n', ['up', 'down', 'x'], 'ab\nx'],
	])('a field of several lines with %j becomes by the keys %j %j', (text, ids, wanted) => {
		expect(edited(text, ids, true).text).toBe(wanted)
	})

	it('a proposal is replaced by what is typed first, cut whole by Backspace and Delete, and kept by an arrow', () => {
		const proposed = () => new TextBuffer('me', { proposal: true })
		const firstKey = (id: string): readonly [string, boolean] => {
			const buffer = proposed()
			buffer.edit(id.length === 1 ? { id, text: id } : { id })
			return [buffer.text, buffer.isProposal]
		}
		expect(proposed().isProposal).toBe(true)
		expect(new TextBuffer('', { proposal: true }).isProposal).toBe(false)
		expect(firstKey('x')).toEqual(['x', false])
		expect(firstKey('backspace')).toEqual(['', false])
		expect(firstKey('delete')).toEqual(['', false])
		expect(firstKey('left')).toEqual(['me', false])
		expect(firstKey('ctrl+w')).toEqual(['', false])
		expect(firstKey('f1')).toEqual(['me', true])
	})

	it('leaves keys that edit nothing to others, and shows what is around the cursor', () => {
		const several = new TextBuffer('ab\ncd', { multiline: true })
		expect(several.edit({ id: 'down' })).toBe(false)
		expect(several.edit({ id: 'left' })).toBe(true)
		expect(several.edit({ id: 'up' })).toBe(true)
		expect(several.edit({ id: 'up' })).toBe(false)
		for (const id of ['up', 'down', 'ctrl+j', 'shift+enter', 'esc']) {
			expect(new TextBuffer('ab').edit({ id }), id).toBe(false)
		}
		const buffer = edited('abcdef', ['left', 'left'])
		expect(buffer.around(3, 1)).toEqual({ parts: ['b', 'c', 'd', 'e'], cursor: 3 })
		expect(buffer.around(9, 9)).toEqual({ parts: [...'abcdef'], cursor: 4 })
		expect([buffer.isEmpty, new TextBuffer().isEmpty]).toEqual([false, true])
		buffer.set('xy')
		buffer.insert('z\n\n z')
		expect(buffer.text).toBe('xyz z')
	})
})

describe('a text of one line that is pasted', () => {
	it.each([
		['a \n \n b', 'a b'],
		['\n\ta\r\n', ' a '],
		['a  b\n\nc', 'a  b c'],
		['\n', ' '],
	])('%j is pasted as %j: each line break is a space, with the blanks around it', (pasted, text) => {
		const buffer = new TextBuffer()
		buffer.insert(pasted)
		expect(buffer.text).toBe(text)
	})

	it('a text of one line that is pasted is taken whole and at once where it has thousands of blanks', () => {
		const text = `a${' '.repeat(50_000)}b`
		const buffer = new TextBuffer()
		buffer.insert(`${text}\nc`)
		expect(buffer.text).toBe(`${text} c`)
	})
})
