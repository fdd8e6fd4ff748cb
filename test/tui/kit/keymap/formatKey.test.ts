import { afterEach, expect, it } from 'vitest'
import { formatKey, nameKeysInWords } from '../../../../src/tui/kit/keymap/formatKey.ts'
import { asciiText } from '../../../../src/tui/kit/terminal/asciiText.ts'

afterEach(() => nameKeysInWords(false))

it('keys have a sign where there is one, and their modifiers before it', () => {
	expect(['enter', 'up', 'ctrl+k', 'g r', 'f1'].map(formatKey)).toEqual(['⏎', '↑', 'Ctrl-K', 'g r', 'F1'])
})

it('the key + is shown as it is, alone and after modifiers', () => {
	expect(['+', 'alt++', 'ctrl+alt++', 'g ctrl++', 'alt+-'].map(formatKey)).toEqual([
		...['+', 'Alt-+', 'Ctrl-Alt-+', 'g Ctrl-+', 'Alt--'],
	])
})

it('keys of a terminal of ASCII alone are words, which no likeness of a sign can turn into another key', () => {
	nameKeysInWords(true)
	const shown = ['enter', 'backspace', 'up', 'down', 'left', 'right', 'ctrl+enter'].map(formatKey)
	expect(shown).toEqual(['Enter', 'Bksp', 'Up', 'Down', 'Left', 'Right', 'Ctrl-Enter'])
	expect(shown.map(asciiText)).toEqual(shown)
})
