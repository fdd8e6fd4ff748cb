// What npm asks for around packing. `packed.js` makes the declarations and the notices and puts the package.json of the tarball
// in place; `packed.js --restore` puts the repository's own back; `packed.js --check` says what keeps it from
// being published; `packed.js --manifest FILE` writes the package.json of the tarball elsewhere.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { packedManifest } from './external.js'

process.chdir(new URL('..', import.meta.url).pathname)
const own = 'node_modules/.cache-of-packing.json'

// npm reads the file once more before it sends it away, so a publication puts it back at its end.
const publishing = process.env.npm_command === 'publish' && process.env.npm_lifecycle_event === 'postpack'
if (!publishing && existsSync(own)) renameSync(own, 'package.json')

const target = process.argv[process.argv.indexOf('--manifest') + 1]
if (process.argv.includes('--check')) check()
else if (process.argv.includes('--manifest')) writeManifest(target)
else if (!process.argv.includes('--restore')) {
	node('scripts/types.js')
	node('scripts/licences.js', '--notices', 'THIRD-PARTY-NOTICES.md')
	copyFileSync('package.json', own)
	writeManifest('package.json')
}

function writeManifest(file) {
	const manifest = packedManifest(JSON.parse(readFileSync('package.json', 'utf8')))
	writeFileSync(file, `${JSON.stringify(manifest, null, '\t')}\n`)
}

function check() {
	const {
		private: isPrivate,
		version,
		license,
		author,
		keywords,
		description,
		...others
	} = JSON.parse(readFileSync('package.json', 'utf8'))
	const changes = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout
	const problems = [
		isPrivate === true && 'package.json says "private": only its owner may take that away',
		!(license && author && keywords?.length && description) && 'package.json lacks a field that a registry shows',
		...['repository', 'homepage', 'bugs'].map(
			(field) => !others[field] && `package.json has no "${field}": only its owner knows the address`,
		),
		!existsSync('LICENSE') && 'there is no LICENSE',
		!new RegExp(`^## ${version.replaceAll('.', '\\.')}( |$)(?!.*unreleased)`, 'm').test(
			readFileSync('CHANGELOG.md', 'utf8'),
		) && `CHANGELOG.md has no released ${version}`,
		changes !== '' && `there are changes that are not committed:\n${changes}`,
	].filter((problem) => problem !== false)
	for (const problem of problems) console.error(`not ready to publish: ${problem}`)
	if (problems.length > 0) process.exit(1)
	node('scripts/licences.js')
	node('scripts/testPack.js')
}

function node(...args) {
	// What it prints would stand between the lines that npm prints for programs.
	const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] })
	if (status !== 0) process.exit(status ?? 1)
}
