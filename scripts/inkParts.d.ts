import type { Plugin } from 'vitest/config'

/** Throws when Ink is another release than the one our parts were tried with, or imports one of them no longer. */
export function checkInkParts(): void

/** Gives Ink our parts when it is loaded through Vite. */
export function inkPartsOfTests(): Plugin
