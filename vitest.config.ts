import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		pool: 'forks',
		// A seed printed once makes every random test repeatable: CHAIN_TUI_SEED=… npm test
		globalSetup: ['test/setup/seed.ts'],
	},
})
