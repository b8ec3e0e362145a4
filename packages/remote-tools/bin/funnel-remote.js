#!/usr/bin/env node
import '../dist/cli/funnel-remote.js';
