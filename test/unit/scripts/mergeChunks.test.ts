import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-merge-'))

/** Three starts. Each pair of them shares a small part, two a large one, and the first loads one late. */
const sources = {
	'package.json': '{"type":"module"}',
	'src/twice.js': 'export const twice = (number) => 2 * number\n',
	'src/value.js': "export const value = 21\nexport default 'by default'\n",
	'src/counter.js': 'let count = 0\nexport const next = () => ++count\nexport { count }\n',
	'src/large.js': `export const large = '${'x'.repeat(30_000)}'\n`,
	'src/late.js': "import { next } from './counter.js'\nexport const late = () => 'late ' + next()\n",
	'src/first.js': `import { twice } from './twice.js'
import name, { value } from './value.js'
import { count, next } from './counter.js'
next()
console.log(twice(value), name, count)
const { late } = await import('./late.js')
console.log(late(), count)
`,
	'src/second.js': `import { twice as double } from './twice.js'
import { next } from './counter.js'
import { large } from './large.js'
console.log(double(next()), large.length)
`,
	'src/third.js': `import { default as name, value } from './value.js'
import { next } from './counter.js'
import { large } from './large.js'
console.log(name, value, next(), large.length)
`,
	'build.js': `import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { mergeChunks } from ${JSON.stringify(resolve('scripts/mergeChunks.js'))}
const form = { bundle: true, format: 'esm', platform: 'node', minifySyntax: true, minifyWhitespace: true, sourcemap: 'linked' }
const starts = ['src/first.js', 'src/second.js', 'src/third.js']
const { metafile } = await build({ ...form, entryPoints: starts, outdir: 'dist', splitting: true, metafile: true })
writeFileSync('before.txt', Object.keys(metafile.outputs).join('\\n'))
await mergeChunks(metafile.outputs, starts, form)
`,
}

const small = (names: readonly string[]) => names.filter((name) => /^(chunk|shared)-.*\.js$/.test(name)).sort()

beforeAll(async () => {
	mkdirSync(join(folder, 'src'))
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
	for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
	await run(process.execPath, ['build.js'], { cwd: folder })
})

afterAll(() => rmSync(folder, { recursive: true }))

it.each(['first', 'second', 'third'])(
	'the start "%s" of a merged bundle prints what its sources print',
	async (start) => {
		const said = async (from: string) => (await run(process.execPath, [`${from}/${start}.js`], { cwd: folder })).stdout
		expect(await said('dist')).toBe(await said('src'))
		expect(await said('dist')).not.toBe('')
	},
)

it('small parts of a bundle become one file, a large one stays alone, and nothing is left of the others', () => {
	const before = readFileSync(join(folder, 'before.txt'), 'utf8').split('\n')
	expect(small(before.map((name) => name.replace('dist/', '')))).toHaveLength(4)
	const files = readdirSync(join(folder, 'dist'))
	const after = small(files)
	expect(after).toEqual([expect.stringMatching(/^chunk-/), 'shared-0.js'])
	expect(readFileSync(join(folder, 'dist', after[0]!), 'utf8')).toContain('xxxx')
	for (const map of files.filter((name) => name.endsWith('.map'))) expect(files).toContain(map.replace('.map', ''))
})
