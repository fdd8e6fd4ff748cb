/** Colours a terminal shows: none, 16, 256 or 16 million. */
export type ColorLevel = 0 | 1 | 2 | 3

/** The colour level: `NO_COLOR` (any value), `FORCE_COLOR` (0..3), `TERM=dumb`, `COLORTERM`, `TERM`, in this order. */
export function colorLevel(env: NodeJS.ProcessEnv): ColorLevel {
	if (env.NO_COLOR) return 0
	const forced = env.FORCE_COLOR ?? ''
	if (/^[0-3]$/.test(forced)) return Number(forced) as ColorLevel
	const term = env.TERM ?? ''
	if (term === 'dumb') return 0
	if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '') || /-(direct|truecolor)$/.test(term)) return 3
	if (env.WT_SESSION !== undefined || /^(xterm-kitty|xterm-ghostty|wezterm)$/.test(term)) return 3
	if (/-256(color)?$/i.test(term)) return 2
	return 1
}

/**
 * Whether the background is dark or light, as far as the environment tells: `COLORFGBG` is `foreground;background`
 * in palette numbers, 7 and 15 being light. Undefined when it is not set.
 */
export function backgroundFromEnvironment(env: NodeJS.ProcessEnv): 'dark' | 'light' | undefined {
	const last = env.COLORFGBG?.split(';').at(-1) ?? ''
	if (!/^\d+$/.test(last)) return undefined
	return last === '7' || last === '15' ? 'light' : 'dark'
}

/** Dark or light by relative luminance (channels 0..1): the reply to OSC 11. */
export function backgroundFromColor(red: number, green: number, blue: number): 'dark' | 'light' {
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark'
}

/**
 * Whether borders and marks have to be ASCII: the locale names another encoding than UTF-8, or the terminal is one of
 * those that know no other signs. Without a locale the terminal decides.
 */
export function showsAsciiAlone(env: NodeJS.ProcessEnv): boolean {
	const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
	if (locale && !/utf-?8/i.test(locale)) return true
	return /^(vt\d+|ansi|dumb|cons25|sun)/.test(env.TERM ?? '')
}

/** Whether a terminal makes OSC 8 hyperlinks clickable; `FORCE_HYPERLINK` (0: no) has precedence, as elsewhere. */
export function showsLinks(env: NodeJS.ProcessEnv): boolean {
	if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0'
	if (env.TERM === 'dumb' || env.NO_COLOR) return false
	if (/^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby|rio)$/.test(env.TERM_PROGRAM ?? '')) return true
	if (/^(xterm-kitty|xterm-ghostty|wezterm|foot|alacritty|contour)/.test(env.TERM ?? '')) return true
	// Since 3.4 tmux passes links to terminals that support them.
	if (env.TERM_PROGRAM === 'tmux') return Number.parseFloat(env.TERM_PROGRAM_VERSION ?? '') >= 3.4
	return Number(env.VTE_VERSION) >= 5_000 || env.WT_SESSION !== undefined || env.KONSOLE_VERSION !== undefined
}
