#pragma once

int right();
